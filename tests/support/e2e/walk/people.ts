import { SEED_PASSWORD } from '#server/seed/accounts.ts';

/** Someone who walks: how many different proofs a login asks for at least, and whether a password has to be new. */
type Walker = { readonly userId: string; readonly proofs: 0 | 1 | 2; readonly mustChange?: true };

/** Accounts of the demonstration, of every kind. Who asks for no proof is signed in by none. */
export const WALKERS: readonly Walker[] = [
  { userId: 'kim', proofs: 1 },
  { userId: 'lee', proofs: 1 },
  { userId: 'lim', proofs: 1 },
  { userId: 'park', proofs: 2 },
  { userId: 'hong', proofs: 2 },
  { userId: 'jang', proofs: 1 },
  { userId: 'song', proofs: 1 },
  { userId: 'oh', proofs: 1 },
  { userId: 'noh', proofs: 1 },
  { userId: 'yoon', proofs: 1 },
  { userId: 'gil', proofs: 1 },
  { userId: 'bong', proofs: 1 },
  { userId: 'seo', proofs: 1, mustChange: true },
  { userId: 'admin', proofs: 1, mustChange: true },
  { userId: 'choi', proofs: 0 },
  { userId: 'jung', proofs: 0 },
];

/** By which a password is made or changed. */
export const NEW_PASSWORD = 'Gatekeeper!2027';

/** The proofs of a person. */
export type WalkerProof =
  | 'password'
  | 'new password'
  | 'sent code'
  | 'device code'
  | 'phone'
  | 'passkey'
  | 'administrator';

/** What a walk has shown to the portal, and so could have earned. */
export type ShownProofs = ReturnType<typeof noShownProofs>;

export function noShownProofs() {
  const named = new Set<string>();
  const shown = new Set<WalkerProof>();
  return {
    name: (userId: string): void => void named.add(userId),
    show: (proof: WalkerProof): void => void shown.add(proof),
    /** Why nobody may be signed in as this person; null where somebody may. */
    objection(userId: string): string | null {
      const walker = WALKERS.find((each) => each.userId === userId);
      if (!walker) return `nobody walks as ${userId}`;
      if (walker.proofs === 0) return `${userId} may sign in nowhere`;
      if (!named.has(userId)) return `${userId} was never named`;
      // A new password is the same kind of proof, and a changed one takes more than the old.
      const kinds = new Set([...shown].map((proof) => (proof === 'new password' ? 'password' : proof)));
      if (kinds.size < walker.proofs)
        return `${userId} has shown ${[...shown].join(', ') || 'nothing'} alone`;
      return walker.mustChange && !shown.has('new password')
        ? `${userId} has not changed the password`
        : null;
    },
  };
}

/** Texts that may be in no address and no storage. */
export const PASSWORDS: readonly string[] = [SEED_PASSWORD, NEW_PASSWORD, 'wrong password 1!'];
