/** Names that the page and the server of the help desk agree on (decisions 245 to 249). */

/** The folder of the desk's page; the desk answers at its own listener alone, never at that of the portal. */
export const DESK_PATH = '/desk/';

/** The page's built files are below it: `/desk/assets/…` in `dist/desk`. */
export const DESK_ASSETS = '/desk/assets/';

/**
 * Navigation that begins a sign-in at the portal. `to` names a path below {@link DESK_PATH} to come back to; with
 * `again=Y` the person proves who they are anew. It ends at `to`, or at `/desk/?refused=CODE` ({@link DESK_SIGN_IN_REFUSALS}).
 */
export const DESK_SIGN_IN = '/desk/sign-in';

/** Where the portal sends the browser back to; the desk's server answers it. */
export const DESK_CALLBACK = '/desk/callback';

/** Why a sign-in at the desk came to nothing, as `refused` of the address says it. */
export const DESK_SIGN_IN_REFUSALS = ['noRole', 'weakProof', 'notSignedIn'] as const;
export type DeskSignInRefusal = (typeof DESK_SIGN_IN_REFUSALS)[number];

/** Carries `csrf` of the session on every POST. */
export const DESK_CSRF_HEADER = 'X-Desk-Token';

/** The client of the desk at the portal's own OpenID engine. */
export const DESK_CLIENT_ID = 'desk';

/** From the least to the most. */
export const DESK_ROLES = ['viewer', 'helpDesk', 'administrator'] as const;
export type DeskRole = (typeof DESK_ROLES)[number];

/** How long a proof opens risky acts, in milliseconds. */
export const DESK_PROOF_MS = 10 * 60_000;

/** Longest reason, in code points; where one is needed, the shortest has this many after trimming. */
export const DESK_REASON_MAX = 200;
export const DESK_REASON_MIN = 2;

/** Longest search text, in code points. */
export const DESK_FIND_MAX = 100;

/** Entries of a page of a list, unless fewer are asked for. */
export const DESK_PAGE_SIZE = 50;

/** Greatest size of an imported file, in bytes. */
export const DESK_IMPORT_MAX = 32 * 1024 * 1024;

/** Longest text of a notice in one language, in code points. */
export const DESK_NOTICE_MAX = 300;
