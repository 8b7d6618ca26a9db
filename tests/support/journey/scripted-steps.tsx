import { useSelector } from '@xstate/react';
import type { ComponentType, ReactNode } from 'react';
import { vi } from 'vitest';
import type { AnyActorRef } from 'xstate';

/*
 * A test imports this file first. It scripts the flows inside a flow: these have an output but no context that a view
 * could draw. Each has a walk of its own.
 */

type View = ComponentType<{ readonly actor: AnyActorRef }>;

/** A view that gives way to a few words where its flow is scripted. */
function unlessScripted(Whole: View, isScreen: boolean): View {
  return function Shown(props) {
    const isScripted = useSelector(props.actor, (snapshot) => snapshot?.context === undefined);
    if (!isScripted) return <Whole {...props} />;
    return isScreen ? <h1>Scripted</h1> : <p>Scripted</p>;
  };
}

async function scriptable(
  original: () => Promise<unknown>,
  name: string,
  isScreen: boolean,
): Promise<Record<string, unknown>> {
  const views = (await original()) as Record<string, View>;
  return { ...views, [name]: unlessScripted(views[name] as View, isScreen) };
}

vi.mock('#src/views/second-factor/parts.tsx', () => ({
  Part: ({ children }: { children: (isBusy: boolean) => ReactNode }) => <div>{children(false)}</div>,
  useIsProving: () => false,
  leadOf: () => 'second.lead',
}));
vi.mock('#src/views/self-auth/self-auth.view.tsx', (original) => scriptable(original, 'SelfAuthView', true));
vi.mock('#src/views/questions/questions.view.tsx', (original) => scriptable(original, 'QuestionsView', true));
vi.mock('#src/views/password-setup/password-setup.view.tsx', (original) =>
  scriptable(original, 'PasswordSetupView', true),
);
vi.mock('#src/views/sent-code/sent-code-proof.tsx', (original) =>
  scriptable(original, 'SentCodeProof', false),
);
vi.mock('#src/views/device-code/device-code-proof.tsx', (original) =>
  scriptable(original, 'DeviceCodeProof', false),
);
vi.mock('#src/views/push/push-proof.tsx', (original) => scriptable(original, 'PushProof', false));
