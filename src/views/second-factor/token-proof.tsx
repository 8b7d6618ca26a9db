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
  // biome-ignore lint/suspicious/noExplicitAny: each view accepts only actors of its own machine, and the table contains all views.
  readonly actor: any;
  /** Links to the other tokens, for a view that covers the screen with a modal. */
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

/** The view with which a person proves a token of the second step. The first step uses the same view. */
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

/** Whether the server is verifying a proof. Switching to another token would then discard the answer of the server. */
export const useIsProving = (actor: AnyActorRef | undefined): boolean =>
  useSelector(actor, (snapshot: AnyMachineSnapshot | undefined) => snapshot?.hasTag('proving') === true);

/** The text key of the instructions for a token. */
export function leadKeyOf(code: TypeCode, requiresNumber: boolean): MessageKey {
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
      return qrLeadKey(requiresNumber);
    case 'passkey':
      return 'passkey.lead';
  }
}
