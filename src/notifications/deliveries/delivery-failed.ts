import type { DeliveryProblem } from "../../model/delivery-problems.ts";

/** Thrown if a message cannot be delivered for a reason that Footfall itself has found. */
export class DeliveryFailed extends Error {
  constructor(problem: DeliveryProblem) {
    super(problem);
  }
}
