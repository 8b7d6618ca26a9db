import type { AuthenticatorLookUp, License } from '#machines/shared/authenticators.ts';
import { hasTokenFor } from '#machines/shared/methods.ts';
import type { PasskeySupport } from '#machines/shared/passkey.ts';
import { IDENTITY_METHODS, METHODS, type Method, type Policy } from '#machines/shared/policy.ts';
import { METHOD_TABLE } from '#wire/methods.ts';
import { isVisible } from './visible.ts';

/** X hidden, N not set up, D disabled, Y available, L blocked by the licence (spec section 4). */
export type TileState = 'X' | 'N' | 'D' | 'Y' | 'L';

/** Why a visible tile cannot be used immediately. */
export type TileReason =
  | 'noContact'
  | 'notSetUp'
  | 'offlineApp'
  | 'noSelfAuth'
  | 'license'
  | 'lookingUp'
  | 'unknown'
  /** The browser cannot use passkeys at all (`missing`), or not over this connection (`insecure`, rule 92). */
  | 'missing'
  | 'insecure';

/** A tile of the chooser, for one method. */
export type Tile = {
  readonly method: Method;
  readonly state: TileState;
  /** Null for a tile that can be used immediately, and for a hidden tile. */
  readonly reason: TileReason | null;
};

/** State of the look-up of the registered tokens; `known` when the server has answered. */
export type LookUpState =
  | { readonly kind: 'pending' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'known'; readonly result: AuthenticatorLookUp };

/** The expected result of the look-up, according to the policy, so that no tile moves when the answer arrives (rule 95). */
export const expectedLookUp = ({ userTokens }: Policy): LookUpState => ({
  kind: 'known',
  result: { authenticators: userTokens, license: { hasTimeLeft: true, isBelowLimit: true } },
});

/** The licence problem to show; null when both checks pass (spec section 4). */
export function licenseProblem(license: License): 'expired' | 'max' | null {
  if (!license.hasTimeLeft) return 'expired';
  return license.isBelowLimit ? null : 'max';
}

/** Whether a method sends a code to a contact. */
const isSentToContact = (method: Method): boolean => METHOD_TABLE[method].flow === 'sent-code';
/** Whether a method can be used only with a registered token. */
const needsToken = (method: Method): boolean => METHOD_TABLE[method].tokens.length > 0;

/** The tile of a method that needs a registered token. */
function tokenTile(
  method: Method,
  policy: Policy,
  lookUp: LookUpState,
  isSaas: boolean,
): Omit<Tile, 'method'> {
  if (lookUp.kind === 'pending') return { state: 'D', reason: 'lookingUp' };
  if (lookUp.kind === 'failed') return { state: 'D', reason: 'unknown' };
  const { authenticators, license } = lookUp.result;
  if (hasTokenFor({ ...policy.userTokens, ...authenticators }, method)) return { state: 'Y', reason: null };
  const canRegister = IDENTITY_METHODS.some((identityMethod) => policy.selfAuth[identityMethod]);
  const isBlocked = !isSaas && licenseProblem(license) !== null;
  if (isBlocked && (method === 'mobileOtp' || (method === 'push' && canRegister))) {
    return { state: 'L', reason: 'license' };
  }
  if (!canRegister) return { state: 'D', reason: 'noSelfAuth' };
  const isOffline = method === 'push' && authenticators.mobileApp === 'offline';
  return { state: 'N', reason: isOffline ? 'offlineApp' : 'notSetUp' };
}

function tileOf(
  method: Method,
  policy: Policy,
  lookUp: LookUpState,
  isSaas: boolean,
  passkeySupport: PasskeySupport,
): Tile {
  if (!isVisible(policy, method)) return { method, state: 'X', reason: null };
  if (method === 'passkey' && passkeySupport !== 'supported')
    return { method, state: 'D', reason: passkeySupport };
  if (isSentToContact(method)) {
    const hasContact = hasTokenFor(policy.userTokens, method);
    return { method, state: hasContact ? 'Y' : 'D', reason: hasContact ? null : 'noContact' };
  }
  if (!needsToken(method)) return { method, state: 'Y', reason: null };
  return { method, ...tokenTile(method, policy, lookUp, isSaas) };
}

/** The tiles of the chooser in the order of spec section 2, with their states (rules 94 to 96). */
export const tilesOf = (
  policy: Policy,
  lookUp: LookUpState,
  isSaas: boolean,
  passkeySupport: PasskeySupport,
): readonly Tile[] => METHODS.map((method) => tileOf(method, policy, lookUp, isSaas, passkeySupport));

/** The group of a tile: usable, to be registered first, or unavailable. */
export type TileGroup = 'usable' | 'setUp' | 'blocked';

const GROUP_OF: Readonly<Record<Exclude<TileState, 'X'>, TileGroup>> = {
  Y: 'usable',
  N: 'setUp',
  D: 'blocked',
  L: 'blocked',
};

const GROUPS: readonly TileGroup[] = ['usable', 'setUp', 'blocked'];

/** A group of tiles, as the chooser shows it. */
export type TilesOfGroup = {
  readonly group: TileGroup;
  readonly tiles: readonly Tile[];
  /** The common reason of the tiles; null when the tiles have different reasons or no reason. */
  readonly reason: TileReason | null;
};

/** The visible tiles by group: usable, to set up, blocked. */
export const tileGroups = (tiles: readonly Tile[]): readonly TilesOfGroup[] =>
  GROUPS.flatMap((group) => {
    const groupTiles = tiles.filter(({ state }) => state !== 'X' && GROUP_OF[state] === group);
    const [first] = groupTiles;
    if (first === undefined) return [];
    const isShared = groupTiles.every(({ reason }) => reason === first.reason);
    return [{ group, tiles: groupTiles, reason: isShared ? first.reason : null }];
  });

/** Why no tile can be used: the methods have to be registered first, or the policy allows no method that can be used. */
export type DeadEnd = 'noneRegistered' | 'noneAllowed';

/**
 * Why no tile can be used for the login. Null when a tile can be used, and while the result of the look-up is missing
 * (spec section 8).
 */
export function deadEnd(tiles: readonly Tile[]): DeadEnd | null {
  const isLookUpDone = tiles.every(({ reason }) => reason !== 'lookingUp' && reason !== 'unknown');
  if (!isLookUpDone || tiles.some(({ state }) => state === 'Y')) return null;
  return tiles.some(({ state }) => state === 'N') ? 'noneRegistered' : 'noneAllowed';
}
