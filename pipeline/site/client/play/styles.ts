import { styles as fields } from './fields.css';
import { styles as play } from './play.css';
import { styles as response } from './response.css';

/** The sheets of all parts of the dialog, in the order in which their rules win. */
export const styles = play + fields + response;
