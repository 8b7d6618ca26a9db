import type { Cases } from '#cases/cases.ts';
import type { ErrorPageMachine } from '#machines/error-page/error-page.machine.ts';

/** What a person, the network and the server may do to it. */
export const cases = {
  events: [{ type: 'notice.leave' }],
  answers: {},
} satisfies Cases<ErrorPageMachine>;
