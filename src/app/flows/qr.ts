import { qrMachine } from '#machines/qr/qr.machine.ts';
import type { FlowEffects, LoadedFlow } from '#src/app/lazy-flows.ts';
import { qrPorts } from '#src/ports/qr.ts';
import { QrView } from '#src/views/qr/qr.view.tsx';

export const assemble = (effects: FlowEffects): LoadedFlow => ({
  machine: qrMachine.provide({ actors: qrPorts(effects) }),
  View: QrView,
});
