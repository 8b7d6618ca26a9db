import { useLayoutEffect } from 'react';
import { useLinkClickHandler } from 'react-router-dom';
import type { HomeRouteProps } from '#src/app/late-parts.ts';
import { AddressRouter } from './address-router.tsx';

function LinkClicks({ to, handleClick }: HomeRouteProps) {
  const handler = useLinkClickHandler<HTMLAnchorElement>(to);
  useLayoutEffect(() => {
    handleClick.current = handler;
  }, [handler, handleClick]);
  return null;
}

/** Lets the router follow the home link within the page. */
export function HomeRoute(props: HomeRouteProps) {
  return (
    <AddressRouter>
      <LinkClicks {...props} />
    </AddressRouter>
  );
}
