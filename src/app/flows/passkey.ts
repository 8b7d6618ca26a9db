import { passkeyMachine } from '#machines/passkey/passkey.machine.ts';
import type { FlowEffects, LoadedFlow } from '#src/app/flow-chunk.ts';
import { passkeyPorts } from '#src/ports/passkey.ts';
import { PasskeyView } from '#src/views/passkey/passkey.view.tsx';

export const assemble = (effects: FlowEffects): LoadedFlow => ({
  machine: passkeyMachine.provide({ actors: passkeyPorts(effects) }),
  View: PasskeyView,
});
