import type { Cases } from '#cases/cases.ts';
import { FAILURES, rejected } from '#cases/samples.ts';
import type { ReturnToServiceMachine } from '#machines/return-to-service/return-to-service.machine.ts';
import { failed, success } from '#machines/shared/result.ts';

/** The events and port answers that this flow can receive. */
export const cases = {
  events: [{ type: 'return.retry' }, { type: 'request.resume' }],
  answers: {
    leave: [undefined],
    declineRequest: [success(undefined), failed(rejected('notFound', 404)), ...FAILURES],
  },
} satisfies Cases<ReturnToServiceMachine>;
