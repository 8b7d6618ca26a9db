import type { Interaction } from 'oidc-provider';

/** The result of an interaction whose request the person has declined (RFC 6749, section 4.1.2.1). */
const DECLINE_RESULT = { error: 'access_denied', error_description: 'End-User aborted interaction' } as const;

/** Whether the person has declined the request of an interaction. */
export const isDeclined = ({ result }: Interaction): boolean => result?.['error'] === DECLINE_RESULT.error;

/** Stores as the result of an interaction that the person has declined the request. */
export async function storeDeclineResult(interaction: Interaction, now: () => number): Promise<void> {
  interaction.result = DECLINE_RESULT;
  interaction.session = undefined;
  await interaction.save(Math.max(1, interaction.exp - Math.floor(now() / 1000)));
}
