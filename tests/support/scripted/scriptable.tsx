import { useSelector } from '@xstate/react';
import type { ComponentType, ReactNode } from 'react';
import type { AnyActorRef } from 'xstate';
import { Card } from '#src/ui/card.tsx';

type View = ComponentType<{ readonly actor: AnyActorRef; readonly trailing?: ReactNode }>;

/** The view, or the word "Scripted" with the view's links while its flow is scripted. */
function withScriptedForm(OriginalView: View, isScreen: boolean): View {
  return function ScriptableView(props) {
    const isScripted = useSelector(props.actor, (snapshot) => snapshot?.context === undefined);
    if (!isScripted) return <OriginalView {...props} />;
    return isScreen ? (
      <Card title="Scripted" />
    ) : (
      <>
        <p>Scripted</p>
        {props.trailing}
      </>
    );
  };
}

/** All exports of a module of views; the view of this name can also show a scripted flow. */
export async function scriptable(
  original: () => Promise<unknown>,
  name: string,
  isScreen: boolean,
): Promise<Record<string, unknown>> {
  const views = (await original()) as Record<string, View>;
  return { ...views, [name]: withScriptedForm(views[name] as View, isScreen) };
}
