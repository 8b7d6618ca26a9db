import { cases, deskInput, draftOf, KIM_ROUTE } from '#cases/desk/desk.cases.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import { project, testDesk } from './test-desk.ts';

describeModel(testDesk, {
  inputs: {
    'the desk is opened at its start page': deskInput,
    'the desk is opened after a sign-in, with a draft': {
      ...deskInput,
      route: { screen: 'audit', userId: '' },
      draft: draftOf('auditExport'),
    },
    'the desk is opened after a sign-in, at a person': {
      ...deskInput,
      route: KIM_ROUTE,
      draft: draftOf('unlock'),
    },
  },
  sharesSteps: true,
  coversPairsOnly: true,
  project,
  ...cases,
});
