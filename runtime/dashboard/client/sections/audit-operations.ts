/** The operations that the audit log has entries of, by what they are about. */
export const auditOperations = [
  ...['signIn', 'changePassword', 'resetPassword', 'acceptInvitation'],
  ...['inviteMember', 'withdrawInvitation', 'updateMember', 'removeMember'],
  ...['createKey', 'revokeKey'],
  ...['createProject', 'updateProject', 'deleteProject', 'commitConfig'],
  ...['startUpload', 'publishUpload', 'deleteUpload', 'promoteDeployment', 'deleteDeployment'],
  ...['openPreview', 'publishPreview', 'deletePreview'],
  ...['addLanguage', 'updateLanguage', 'removeLanguage'],
  ...['triggerTranslation', 'cancelJob', 'saveSegments', 'undoAcceptance'],
  ...[
    'releaseTranslation',
    'exportTranslations',
    'addTerm',
    'updateTerm',
    'patchTerm',
    'deleteTerm',
    'importTerms',
  ],
  ...['createWebhook', 'updateWebhook', 'rotateWebhookSecret', 'deleteWebhook'],
  ...['testWebhook', 'redeliver', 'replayDeliveries'],
  ...['updateFeedback', 'updateCitationReport', 'deleteConversation'],
] as const;

/** What the server did itself, in words. */
const serverActions: Readonly<Record<string, string>> = {
  'webhook.disabled': 'webhook switched off',
  'config.replaced': 'config replaced by a deployment',
  'deployment.untranslated': 'deployment went live without its translations',
};

/** `create webhook`, from the name of an operation such as `createWebhook`. */
export function spoken(operation: string): string {
  const own = Object.hasOwn(serverActions, operation) ? serverActions[operation] : undefined;
  return own ?? operation.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** All that entries can be filtered by, in words. */
export const spokenOperations: Readonly<Record<string, string>> = Object.fromEntries(
  [...auditOperations, ...Object.keys(serverActions)].map((name) => [name, spoken(name)]),
);
