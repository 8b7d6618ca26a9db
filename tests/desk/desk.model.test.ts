import { cases, draftOf, input, KIM_ROUTE } from '#cases/desk/desk.cases.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import { project, testDesk } from './test-desk.ts';

describeModel(testDesk, {
  inputs: {
    'opened at its start': input,
    'opened after a sign-in': {
      ...input,
      route: { screen: 'audit', userId: '' },
      draft: draftOf('auditExport'),
    },
    'opened after a sign-in at a person': { ...input, route: KIM_ROUTE, draft: draftOf('unlock') },
  },
  sharesSteps: true,
  isPairwise: true,
  project,
  ...cases,
});
