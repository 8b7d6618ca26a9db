import { serviceInfoMachine } from '#machines/service-info/service-info.machine.ts';

/** The look-up whose answer goes nowhere. */
export const untold = serviceInfoMachine.provide({ actions: { reportClient: () => undefined } });
