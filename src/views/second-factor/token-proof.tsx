import { useSelector } from '@xstate/react';
import type { ComponentType, ReactNode } from 'react';
import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import { type ProofFlow, proofFlowOf } from '#machines/second-factor/proof-flows.ts';
import type { MessageKey } from '#src/app/messages.ts';
import { pushLeadKey, qrLeadKey } from '#src/views/app-leads.ts';
import { DeviceCodeProof } from '#src/views/device-code/device-code-proof.tsx';
import { deviceTextsOf } from '#src/views/device-code/device-texts.ts';
import { EmergencyProof } from '#src/views/emergency/emergency-proof.tsx';
import { PasskeyProof } from '#src/views/passkey/passkey-proof.tsx';
import { PasswordProof } from '#src/views/password/password-proof.tsx';
import { PushProof } from '#src/views/push/push-proof.tsx';
import { QrProof } from '#src/views/qr/qr-proof.tsx';
import { SentCodeProof } from '#src/views/sent-code/sent-code-proof.tsx';
import type { TypeCode } from '#wire/type-codes.ts';

type TokenProofProps = {
  // biome-ignore lint/suspicious/noExplicitAny: each part takes the ref of its own machine, and the table holds many.
  readonly actor: any;
  /** The other slots, for a part that covers the screen with a modal. */
  readonly otherMethods: ReactNode;
  readonly children: (isBusy: boolean) => ReactNode;
};

const PROOF_VIEWS: Readonly<Record<ProofFlow, ComponentType<TokenProofProps>>> = {
  password: PasswordProof,
  emergency: EmergencyProof,
  'sent-code': SentCodeProof,
  'device-code': DeviceCodeProof,
  push: PushProof,
  qr: QrProof,
  passkey: PasskeyProof,
};

/** The view that proves a token: the same as on its screen in the first step. */
export function TokenProof({
  code,
  actor,
  otherMethods,
  children,
}: {
  readonly code: TypeCode;
  readonly actor: AnyActorRef;
  readonly otherMethods: TokenProofProps['otherMethods'];
  readonly children: TokenProofProps['children'];
}) {
  const Proof = PROOF_VIEWS[proofFlowOf(code)];
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
export function leadKeyOf(code: TypeCode, asksMatch: boolean): MessageKey {
  switch (proofFlowOf(code)) {
    case 'password':
      return 'password.leadUnknown';
    case 'emergency':
      return 'emergency.lead';
    case 'sent-code':
      return 'otp.lead';
    case 'device-code':
      return deviceTextsOf(code).lead;
    case 'push':
      return pushLeadKey();
    case 'qr':
      return qrLeadKey(asksMatch);
    case 'passkey':
      return 'passkey.lead';
  }
}
