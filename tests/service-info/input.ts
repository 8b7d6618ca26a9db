import { serviceInfoMachine } from '#machines/service-info/service-info.machine.ts';

/** The look-up whose answer nobody is told. */
export const untold = serviceInfoMachine.provide({ actions: { tellClient: () => undefined } });
