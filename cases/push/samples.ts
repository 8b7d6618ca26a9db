/** A push ID as the server gives it. */
export const ID = 'ABCDEFGHJKLMNPQR';
