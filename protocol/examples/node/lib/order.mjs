/** Turn order from a seat: the order, rotated to begin with it (section 11.5). */
export function turnOrder(order, seat) {
  const at = order.indexOf(seat);
  if (at < 0) throw new Error(`seat ${seat} is not in the order`);
  return [...order.slice(at), ...order.slice(0, at)];
}
