/** The attribute of the dashboard's document that says that the server sends links for a new password. */
export const passwordResetAttribute = 'password-reset';
