export const Meter = ({ label, value }) => (
  <p>
    <label>
      {label} <meter min="0" max="100" value={value} style={{ inlineSize: '10rem' }} /> {value} %
    </label>
  </p>
);
