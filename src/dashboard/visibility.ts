import { useEffect, useState } from "preact/hooks";

/** Whether the element has come near the window; stays true from then on. */
export function useNearness(element: { readonly current: Element | null }): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (isNear || element.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      { rootMargin: "200px" },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isNear, element]);
  return isNear;
}

/** Counts up every `intervalMs` while the page is visible, and when it becomes visible again. */
export function useTicks(intervalMs: number): number {
  const [ticks, setTicks] = useState(0);
  useEffect(() => {
    const tick = () => {
      if (document.visibilityState === "visible") setTicks((count) => count + 1);
    };
    const timer = setInterval(tick, intervalMs);
    document.addEventListener("visibilitychange", tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", tick);
    };
  }, [intervalMs]);
  return ticks;
}
