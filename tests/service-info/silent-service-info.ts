import { serviceInfoMachine } from '#machines/service-info/service-info.machine.ts';

/** The machine without an action that reports the service. */
export const silentServiceInfo = serviceInfoMachine.provide({ actions: { reportClient: () => undefined } });
