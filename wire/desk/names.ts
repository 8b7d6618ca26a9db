/** Names that the page and the server of the help desk share (rules 245 to 249, 270). */

/** Path of the desk's page. The desk has its own host or port. */
export const DESK_PATH = '/desk/';

/** Path of the folder with the built scripts and styles of the desk's page. */
export const DESK_ASSETS_PATH = '/desk/assets/';

/**
 * Path to which the browser navigates for a sign-in at the portal. The query parameter `to` is a path below {@link
 * DESK_PATH} to which the person returns; with `again=Y` the person has to authenticate again. After a failed sign-in
 * the person returns to `/desk/?refused=CODE` ({@link DESK_SIGN_IN_REFUSALS}).
 */
export const DESK_SIGN_IN_PATH = '/desk/sign-in';

/** Path of the desk's redirect URI as an OpenID client. */
export const DESK_CALLBACK_PATH = '/desk/callback';

/** Reasons why a sign-in at the desk failed: the values of the query parameter `refused`. */
export const DESK_SIGN_IN_REFUSALS = ['noRole', 'weakProof', 'notSignedIn'] as const;
export type DeskSignInRefusal = (typeof DESK_SIGN_IN_REFUSALS)[number];

/** Header with the CSRF token (`csrf` of the session), on every call but `session`. */
export const DESK_CSRF_HEADER = 'X-Desk-Token';

/** Base path of the desk's SCIM calls (rule 270). */
export const DESK_SCIM_PATH = '/desk/scim/v2';

/** Extension schema of a SCIM user: the attributes of an account that the core schema does not have. */
export const DESK_USER_SCHEMA = 'urn:munjigi:scim:schemas:desk:1.0:User';

/** Extension of a SCIM error: the refusal of the desk (`DeskRefusalBody`). */
export const DESK_REFUSAL_SCHEMA = 'urn:munjigi:scim:api:messages:desk:1.0:Refusal';

/** The client id of the desk at the portal. */
export const DESK_CLIENT_ID = 'desk';

/** The roles at the desk, in ascending order of rights. */
export const DESK_ROLES = ['viewer', 'helpDesk', 'administrator'] as const;
export type DeskRole = (typeof DESK_ROLES)[number];

/** Maximum age of a sign-in with which risky acts are allowed, in milliseconds. */
export const DESK_SIGN_IN_MAX_AGE_MS = 10 * 60_000;

/** Maximum length of a reason, and minimum length of a required reason, in code points after trimming. */
export const DESK_MAX_REASON_LENGTH = 200;
export const DESK_MIN_REASON_LENGTH = 2;

/** Maximum length of a search text, in code points. */
export const DESK_MAX_SEARCH_LENGTH = 100;

/** Default and maximum number of entries on a page of a list. */
export const DESK_PAGE_SIZE = 50;

/** Maximum size of the file of an import or a bulk act, in bytes. */
export const DESK_MAX_FILE_BYTES = 32 * 1024 * 1024;

/** Maximum length of the text of a notice in each language, in code points. */
export const DESK_MAX_NOTICE_LENGTH = 300;
