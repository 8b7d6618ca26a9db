import { AT_KIM, cases, draftOf, input } from '#cases/desk/desk.cases.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import { project, unkept } from './unkept.ts';

describeModel(unkept, {
  inputs: {
    'opened at its start': input,
    'opened after a sign-in': {
      ...input,
      place: { screen: 'audit', userId: '' },
      draft: draftOf('auditExport'),
    },
    'opened after a sign-in at a person': { ...input, place: AT_KIM, draft: draftOf('unlock') },
  },
  areBeginnings: true,
  areMany: true,
  project,
  ...cases,
});
