import { createContext } from "preact";
import { useContext } from "preact/hooks";

import { useAnswer } from "./answer.ts";
import type { Me } from "./me.ts";

const MeContext = createContext<Me | undefined>(undefined);

/** Tells the components below who the caller is. */
export const MeProvider = MeContext.Provider;

/** Fetches who the caller is; undefined until the server has answered. */
export function useCaller(): Me | undefined {
  return useAnswer<{ data: Me }>("/api/v1/me").data?.data;
}

/** Returns the caller; undefined for viewers, and until it is known. */
export function useMe(): Me | undefined {
  return useContext(MeContext);
}
