import { cases, input } from '#cases/desk/desk.cases.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import { project, unkept } from './unkept.ts';

describeModel(unkept, {
  inputs: {
    'opened at its start': input,
    'opened after a sign-in': {
      ...input,
      place: { screen: 'audit', userId: '' },
      draft: { act: 'auditExport', userId: '', values: { reason: 'asked by the auditor' } },
    },
  },
  areBeginnings: true,
  project,
  ...cases,
});
