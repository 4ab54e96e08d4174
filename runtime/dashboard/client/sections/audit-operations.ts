/** The operations that the audit log has entries of, by what they are about. */
export const auditOperations = [
  ...['signIn', 'changePassword', 'acceptInvitation'],
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
