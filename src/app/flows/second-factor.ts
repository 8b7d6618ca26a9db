import { deviceCodeMachine } from '#machines/device-code/device-code.machine.ts';
import { emergencyMachine } from '#machines/emergency/emergency.machine.ts';
import { passkeyMachine } from '#machines/passkey/passkey.machine.ts';
import { passwordMachine } from '#machines/password/password.machine.ts';
import { pushMachine } from '#machines/push/push.machine.ts';
import { qrMachine } from '#machines/qr/qr.machine.ts';
import { secondFactorMachine } from '#machines/second-factor/second-factor.machine.ts';
import { sentCodeMachine } from '#machines/sent-code/sent-code.machine.ts';
import { asFlow } from '#src/app/as-flow.ts';
import type { FlowEffects, LoadedFlow } from '#src/app/flow-chunk.ts';
import { storePendingCode, storePendingPush, storePendingQr } from '#src/app/pending.ts';
import { secondFactorPorts } from '#src/ports/second-factor.ts';
import { SecondFactorView } from '#src/views/second-factor/second-factor.view.tsx';

/** The second step: the flows of the methods as its children, each with the calls of this step. */
export function assemble(effects: FlowEffects): LoadedFlow {
  const ports = secondFactorPorts(effects);
  const { storePending } = effects;
  const machine = secondFactorMachine.provide({
    actors: {
      password: asFlow(passwordMachine.provide({ actors: ports.password })),
      emergency: asFlow(emergencyMachine.provide({ actors: ports.code })),
      'device-code': asFlow(deviceCodeMachine.provide({ actors: ports.code })),
      'sent-code': asFlow(
        sentCodeMachine.provide({
          actors: ports.sentCode,
          actions: { storePending: storePendingCode(storePending) },
        }),
      ),
      push: asFlow(
        pushMachine.provide({
          actors: ports.push,
          actions: { storePending: storePendingPush(storePending) },
        }),
      ),
      qr: asFlow(
        qrMachine.provide({ actors: ports.qr, actions: { storePending: storePendingQr(storePending) } }),
      ),
      passkey: asFlow(passkeyMachine.provide({ actors: ports.passkey })),
      saveDefault: ports.saveDefault,
    },
    actions: { dropPending: () => storePending(null) },
  });
  return { machine, View: SecondFactorView };
}
