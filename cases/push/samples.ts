/** A push ID in the form that the server uses. */
export const PUSH_ID = 'ABCDEFGHJKLMNPQR';
