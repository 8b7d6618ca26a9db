import type { Cases } from '#cases/cases.ts';
import type { ErrorPageMachine } from '#machines/error-page/error-page.machine.ts';

/** The events and port answers that this flow can receive. */
export const cases = {
  events: [{ type: 'notice.leave' }],
  answers: {},
} satisfies Cases<ErrorPageMachine>;
