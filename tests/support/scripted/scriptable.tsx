import { useSelector } from '@xstate/react';
import type { ComponentType, ReactNode } from 'react';
import type { AnyActorRef } from 'xstate';
import { Card } from '#src/ui/card.tsx';

type View = ComponentType<{ readonly actor: AnyActorRef; readonly adjacentButton?: ReactNode }>;

/** A view that shows the original view, or the word "Scripted" with the view's links while its flow is scripted. */
function scriptableView(OriginalView: View, isScreen: boolean): View {
  return function ScriptableView(props) {
    const isScripted = useSelector(props.actor, (snapshot) => snapshot?.context === undefined);
    if (!isScripted) return <OriginalView {...props} />;
    return isScreen ? (
      <Card title="Scripted" />
    ) : (
      <>
        <p>Scripted</p>
        {props.adjacentButton}
      </>
    );
  };
}

/**
 * All exports of a module of views. The view with this name can also show a scripted flow.
 * @param isScreen whether the view is a whole screen with a heading
 */
export async function scriptable(
  original: () => Promise<unknown>,
  name: string,
  { isScreen }: { readonly isScreen: boolean },
): Promise<Record<string, unknown>> {
  const views = (await original()) as Record<string, View>;
  return { ...views, [name]: scriptableView(views[name] as View, isScreen) };
}
