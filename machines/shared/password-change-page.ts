/** Whether the target of a login is the portal's screen of a password change (spec section 4). */
export function isPasswordChangePage(to: string, origin: string): boolean {
  return to === '/change' || to === `${origin}/change`;
}
