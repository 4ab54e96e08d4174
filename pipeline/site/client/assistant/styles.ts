import { styles as answer } from './answer.css';
import { styles as conversation } from './conversation.css';
import { styles as form } from './form.css';
import { styles as panel } from './panel.css';
import { styles as sources } from './sources.css';

/** The sheets of all parts of the panel, in the order in which their rules win. */
export const styles = panel + conversation + answer + sources + form;
