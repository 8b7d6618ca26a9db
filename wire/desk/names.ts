/** Names that the page and the server of the help desk share (rules 245 to 249, 270). */

/** Path of the desk's page, on the desk's own listener. */
export const DESK_PATH = '/desk/';

/** The page's built files are below it: `/desk/assets/…` in `dist/desk`. */
export const DESK_ASSETS = '/desk/assets/';

/**
 * Navigation that begins a sign-in at the portal. `to` names a path below {@link DESK_PATH} to come back to; with
 * `again=Y` the person has to authenticate again. It ends at `to`, or at `/desk/?refused=CODE` ({@link
 * DESK_SIGN_IN_REFUSALS}).
 */
export const DESK_SIGN_IN = '/desk/sign-in';

/** Redirect URI of the desk as an OpenID client. */
export const DESK_CALLBACK = '/desk/callback';

/** Why a sign-in at the desk failed: parameter `refused` of the address. */
export const DESK_SIGN_IN_REFUSALS = ['noRole', 'weakProof', 'notSignedIn'] as const;
export type DeskSignInRefusal = (typeof DESK_SIGN_IN_REFUSALS)[number];

/** Header with the CSRF token (`csrf` of the session), on every call but `session`. */
export const DESK_CSRF_HEADER = 'X-Desk-Token';

/** Base of the desk's SCIM (rule 270). */
export const DESK_SCIM_PATH = '/desk/scim/v2';

/** Extension schema of a SCIM user: attributes that operators maintain and the core schema does not have. */
export const DESK_USER_SCHEMA = 'urn:munjigi:scim:schemas:desk:1.0:User';

/** Extension of a SCIM error: the refusal of the desk (`DeskRefusalBody`). */
export const DESK_REFUSAL_SCHEMA = 'urn:munjigi:scim:api:messages:desk:1.0:Refusal';

/** The client of the desk at the portal's own OpenID engine. */
export const DESK_CLIENT_ID = 'desk';

/** In ascending order of rights. */
export const DESK_ROLES = ['viewer', 'helpDesk', 'administrator'] as const;
export type DeskRole = (typeof DESK_ROLES)[number];

/** How long after the sign-in risky acts are allowed, in milliseconds. */
export const DESK_PROOF_MS = 10 * 60_000;

/** Maximum length of a reason, and minimum where one is required, in code points after trimming. */
export const DESK_REASON_MAX = 200;
export const DESK_REASON_MIN = 2;

/** Maximum length of a search text, in code points. */
export const DESK_FIND_MAX = 100;

/** Default and maximum number of entries on a page of a list. */
export const DESK_PAGE_SIZE = 50;

/** Maximum size of an imported file, in bytes. */
export const DESK_IMPORT_MAX = 32 * 1024 * 1024;

/** Maximum length of a notice in one language, in code points. */
export const DESK_NOTICE_MAX = 300;
