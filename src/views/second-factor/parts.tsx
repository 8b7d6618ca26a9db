import { useSelector } from '@xstate/react';
import type { ComponentType, ReactNode } from 'react';
import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import { type ProofFlow, proofFlowOf } from '#machines/second-factor/proof-flows.ts';
import type { MessageKey } from '#src/app/messages.ts';
import { pushLead, qrLead } from '#src/views/app-leads.ts';
import { codeTexts } from '#src/views/device-code/code-texts.ts';
import { DeviceCodeProof } from '#src/views/device-code/device-code-proof.tsx';
import { EmergencyProof } from '#src/views/emergency/emergency-proof.tsx';
import { PasskeyProof } from '#src/views/passkey/passkey-proof.tsx';
import { PasswordProof } from '#src/views/password/password-proof.tsx';
import { PushProof } from '#src/views/push/push-proof.tsx';
import { QrProof } from '#src/views/qr/qr-proof.tsx';
import { SentCodeProof } from '#src/views/sent-code/sent-code-proof.tsx';
import type { TypeCode } from '#wire/type-codes.ts';

type PartProps = {
  // biome-ignore lint/suspicious/noExplicitAny: each part takes the ref of its own machine, and the table holds many.
  readonly actor: any;
  /** The other slots, for a part that covers the screen with a modal. */
  readonly otherMethods: ReactNode;
  readonly children: (isBusy: boolean) => ReactNode;
};

const PARTS: Readonly<Record<ProofFlow, ComponentType<PartProps>>> = {
  password: PasswordProof,
  emergency: EmergencyProof,
  'sent-code': SentCodeProof,
  'device-code': DeviceCodeProof,
  push: PushProof,
  qr: QrProof,
  passkey: PasskeyProof,
};

/** The view that proves a token: the same as on its screen in the first step. */
export function Part({
  code,
  actor,
  otherMethods,
  children,
}: {
  readonly code: TypeCode;
  readonly actor: AnyActorRef;
  readonly otherMethods: PartProps['otherMethods'];
  readonly children: PartProps['children'];
}) {
  const Proof = PARTS[proofFlowOf(code)];
  return (
    <Proof key={actor.sessionId} actor={actor} otherMethods={otherMethods}>
      {children}
    </Proof>
  );
}

/** Whether the server is verifying a proof: switching the token then would discard its answer. */
export const useIsProving = (actor: AnyActorRef | undefined): boolean =>
  useSelector(actor, (snapshot: AnyMachineSnapshot | undefined) => snapshot?.hasTag('proving') === true);

/** The instructions of a token. */
export function leadOf(code: TypeCode, asksMatch: boolean): MessageKey {
  switch (proofFlowOf(code)) {
    case 'password':
      return 'password.leadUnknown';
    case 'emergency':
      return 'emergency.lead';
    case 'sent-code':
      return 'otp.lead';
    case 'device-code':
      return codeTexts(code).lead;
    case 'push':
      return pushLead();
    case 'qr':
      return qrLead(asksMatch);
    case 'passkey':
      return 'passkey.lead';
  }
}
