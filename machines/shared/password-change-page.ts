/** Whether a login's target is the portal's own password change (spec section 4). */
export function isPasswordChangePage(to: string, origin: string): boolean {
  return to === '/change' || to === `${origin}/change`;
}
