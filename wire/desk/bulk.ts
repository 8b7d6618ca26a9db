/** What is done for everybody of a list. */
export const BULK_ACTS = ['passwordLink', 'appLink', 'disable', 'enable'] as const;
export type BulkActName = (typeof BULK_ACTS)[number];

/** Results for one person: the first four are done or need no work, the others are refusals. */
export const BULK_RESULTS = [
  'sent',
  'changed',
  'unchanged',
  'nothingMissing',
  'noAccount',
  'noMail',
  'noGateway',
  'noPassword',
  'notActive',
  'notLocal',
  'notSent',
  'tooMany',
  'ownAccount',
  'higherRole',
  'refused',
] as const;
export type BulkResult = (typeof BULK_RESULTS)[number];
