import { deviceCookie, setDeviceCookie } from '../../core/auth/cookies.ts'
import { deviceCookieSeconds, withDevice, type DeviceOwner } from './device.ts'
import type { AnyCall } from '../../core/http/endpoints.ts'

/** Returns the device cookie of the call's browser. */
export const deviceCookieOf = (call: AnyCall): string | undefined =>
  deviceCookie(call.reply.request, call.services.config)

/** Sets the device cookie for a user whose password was verified, after the transaction has committed. */
export function rememberDevice(call: AnyCall, owner: DeviceOwner, now: Date): void {
  const { site, services } = call
  const signed = { secret: services.config.linkSecret, site, owner }
  const value = withDevice(deviceCookieOf(call), signed, now)
  call.afterCommit(() => setDeviceCookie(call.reply, services.config, value, deviceCookieSeconds))
}
