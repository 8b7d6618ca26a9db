import type { Cases } from '#cases/cases.ts';
import { FAILURES } from '#cases/samples.ts';
import type { ProvisioningMachine } from '#machines/provisioning/provisioning.machine.ts';
import { PROVISION_ANSWER } from './samples.ts';

/** The events and port answers that this flow can receive. */
export const cases = {
  events: [{ type: 'provisioning.retry' }, { type: 'provisioning.leave' }],
  answers: { fetchProvision: [PROVISION_ANSWER, ...FAILURES], openApp: [undefined] },
} satisfies Cases<ProvisioningMachine>;
