import { qrMachine } from '#machines/qr/qr.machine.ts';
import type { FlowEffects, LoadedFlow } from '#src/app/flow-chunk.ts';
import { qrPorts } from '#src/ports/qr.ts';
import { QrView } from '#src/views/qr/qr.view.tsx';

export const assemble = (effects: FlowEffects): LoadedFlow => ({
  machine: qrMachine.provide({
    actors: qrPorts(effects),
    // A QR code of the first step belongs to no person, so a reload requests another (rule 103 applies to the second
    // step).
    actions: { storePending: () => undefined },
  }),
  View: QrView,
});
