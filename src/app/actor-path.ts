import type { AnyActorRef } from 'xstate';

/** The ids of the actors on the way from the portal down to `actor`. Empty for the portal itself. */
export function actorPath(actor: AnyActorRef): readonly string[] {
  const ids: string[] = [];
  for (let ancestor: AnyActorRef | undefined = actor; ancestor?._parent; ancestor = ancestor._parent)
    ids.unshift(ancestor.id);
  return ids;
}

/** The running actor at a path of ids, or undefined if no such actor runs. */
export const actorAt = (portal: AnyActorRef, path: readonly string[]): AnyActorRef | undefined =>
  path.reduce<AnyActorRef | undefined>((actor, id) => {
    const children: Readonly<Record<string, AnyActorRef>> = actor?.getSnapshot().children ?? {};
    return Object.hasOwn(children, id) ? children[id] : undefined;
  }, portal);
