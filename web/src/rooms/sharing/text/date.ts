/** Returns today's date on the device: YYYY-MM-DD. */
export function today(now = new Date()): string {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** Returns nine o'clock tomorrow on the device: YYYY-MM-DDTHH:MM, the value of a date and time field. */
export function tomorrow(now = new Date()): string {
  return `${today(new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1))}T09:00`
}
