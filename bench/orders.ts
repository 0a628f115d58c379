/**
 * Carries out the orders that the parent sends, and answers each with its result. A failure ends
 * the process.
 */
export function carryOutOrders<Order, Result>(run: (order: Order) => Promise<Result>): void {
  process.on("message", async (order: Order) => {
    try {
      process.send?.(await run(order));
    } catch (error) {
      process.stderr.write(`${error}\n`);
      process.exit(1);
    }
  });
  process.on("disconnect", () => process.exit());
}
