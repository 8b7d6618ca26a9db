import type { Interaction } from 'oidc-provider';

/** The answer to a request that the person declines (RFC 6749, section 4.1.2.1). */
const DECLINE_RESULT = { error: 'access_denied', error_description: 'End-User aborted interaction' } as const;

/** Whether the person has declined the request. */
export const isDeclined = ({ result }: Interaction): boolean => result?.['error'] === DECLINE_RESULT.error;

/** Stores that the person declines as the result of an interaction. */
export async function recordDeclined(interaction: Interaction, now: () => number): Promise<void> {
  interaction.result = DECLINE_RESULT;
  interaction.session = undefined;
  await interaction.save(Math.max(1, interaction.exp - Math.floor(now() / 1000)));
}
