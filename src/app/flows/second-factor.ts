import type { ActorRefFrom, AnyActorLogic, InputFrom, OutputFrom } from 'xstate';
import { deviceCodeMachine } from '#machines/device-code/device-code.machine.ts';
import { emergencyMachine } from '#machines/emergency/emergency.machine.ts';
import { passkeyMachine } from '#machines/passkey/passkey.machine.ts';
import { passwordMachine } from '#machines/password/password.machine.ts';
import { pushMachine } from '#machines/push/push.machine.ts';
import { qrMachine } from '#machines/qr/qr.machine.ts';
import {
  type SecondFactorMachine,
  secondFactorMachine,
} from '#machines/second-factor/second-factor.machine.ts';
import { sentCodeMachine } from '#machines/sent-code/sent-code.machine.ts';
import type { Flow } from '#machines/shared/port.ts';
import type { FlowEffects, LoadedFlow } from '#src/app/flow-chunk.ts';
import { codeKeeper, pushKeeper, qrKeeper } from '#src/app/pending.ts';
import { purposeOf } from '#src/app/purpose.ts';
import { secondFactorPorts } from '#src/ports/second-factor.ts';
import { SecondFactorView } from '#src/views/second-factor/second-factor.view.tsx';

/** A machine as the flow that another one declares: TypeScript proves input and outcome. */
const asFlow = <Logic extends AnyActorLogic>(machine: Logic) =>
  machine as unknown as Flow<InputFrom<Logic>, OutputFrom<Logic>>;

/** The second step: the flows of the methods as its children, each with the calls of this step. */
export function assemble({ client, portal, ip, now, keepPending, flow }: FlowEffects): LoadedFlow {
  const second = () => flow('second-factor') as ActorRefFrom<SecondFactorMachine> | undefined;
  const ports = secondFactorPorts({
    client,
    portal,
    ip,
    now,
    purposes: { otp: () => purposeOf(portal(), 'code'), push: () => purposeOf(portal(), 'push') },
    isDefault: () => second()?.getSnapshot().context.isDefault === true,
  });
  const machine = secondFactorMachine.provide({
    actors: {
      password: asFlow(passwordMachine.provide({ actors: ports.password })),
      emergency: asFlow(emergencyMachine.provide({ actors: ports.emergency })),
      'device-code': asFlow(deviceCodeMachine.provide({ actors: ports.code })),
      'sent-code': asFlow(
        sentCodeMachine.provide({ actors: ports.otp, actions: { keepPending: codeKeeper(keepPending) } }),
      ),
      push: asFlow(
        pushMachine.provide({ actors: ports.push, actions: { keepPending: pushKeeper(keepPending) } }),
      ),
      qr: asFlow(
        qrMachine.provide({
          actors: ports.qr,
          actions: { keepPending: qrKeeper({ keepPending, portal }) },
        }),
      ),
      passkey: asFlow(passkeyMachine.provide({ actors: ports.passkey })),
      saveDefault: ports.saveDefault,
    },
    actions: { dropPending: () => keepPending(null) },
  });
  return { machine, View: SecondFactorView };
}
