import { vi } from 'vitest';
import { scriptable } from '#tests/support/scripted/scriptable.tsx';

/*
 * A test imports this file first: views are replaced before they are loaded. It scripts the proofs of a code and of a
 * push inside an identity check; each has a walk of its own.
 */

vi.mock('#src/views/sent-code/sent-code-proof.tsx', (original) =>
  scriptable(original, 'SentCodeProof', false),
);
vi.mock('#src/views/device-code/device-code-proof.tsx', (original) =>
  scriptable(original, 'DeviceCodeProof', false),
);
vi.mock('#src/views/push/push-proof.tsx', (original) => scriptable(original, 'PushProof', false));
