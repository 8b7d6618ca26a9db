import type { ComponentType } from 'react';
import type { AnyActorRef } from 'xstate';
import { FactorsView } from '#src/views/factors/factors.view.tsx';
import { RegisterAppView } from '#src/views/register-app/register-app.view.tsx';
import { RegisterCardView } from '#src/views/register-card/register-card.view.tsx';
import { RegisterPasskeyView } from '#src/views/register-passkey/register-passkey.view.tsx';
import { RegisterYubikeyView } from '#src/views/register-yubikey/register-yubikey.view.tsx';
import { SelfAuthView } from '#src/views/self-auth/self-auth.view.tsx';

const STEP_VIEWS = {
  factors: FactorsView,
  'self-auth': SelfAuthView,
  'register-card': RegisterCardView,
  'register-yubikey': RegisterYubikeyView,
  'register-passkey': RegisterPasskeyView,
  'register-app': RegisterAppView,
};

export type StepName = keyof typeof STEP_VIEWS;

/** The names of the steps that are child flows of the management. */
export const STEP_NAMES = Object.keys(STEP_VIEWS) as readonly StepName[];

/** The view of a child flow of the management. */
export function ManagementStep({ name, actor }: { readonly name: StepName; readonly actor: AnyActorRef }) {
  // biome-ignore lint/suspicious/noExplicitAny: each view accepts only actors of its own machine, and the table contains all views.
  const View: ComponentType<{ readonly actor: any }> = STEP_VIEWS[name];
  return <View actor={actor} />;
}
