import { cases, draftOf, input, KIM_ROUTE } from '#cases/desk/desk.cases.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import { project, testDesk } from './test-desk.ts';

describeModel(testDesk, {
  inputs: {
    'the desk is opened at its start page': input,
    'the desk is opened after a sign-in, with a draft': {
      ...input,
      route: { screen: 'audit', userId: '' },
      draft: draftOf('auditExport'),
    },
    'the desk is opened after a sign-in, at a person': {
      ...input,
      route: KIM_ROUTE,
      draft: draftOf('unlock'),
    },
  },
  sharesSteps: true,
  coversPairsOnly: true,
  project,
  ...cases,
});
