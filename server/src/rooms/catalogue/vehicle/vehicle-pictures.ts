import { routes } from '@cutaway/contract/routes.ts'
import type { FastifyInstance } from 'fastify'
import { basename, dirname } from 'node:path'
import { notFound } from '../../../core/http/errors.ts'
import { addRoute } from '../../../core/plain-routes.ts'
import type { Services } from '../../../core/services.ts'
import type { Vehicle } from './vehicles.ts'

/**
 * Pictures of the 360° view under /vehicles/<id>/<version>/<file>, open to all as the pictures of films are. Only files
 * that the view shows have an address. The version changes with them, so they are cached for ever by the browser.
 */
export function registerVehiclePictures(app: FastifyInstance, { library }: Pick<Services, 'library'>): void {
  let { vehicles } = library
  let pictures = picturesOf(vehicles)
  addRoute(app, routes.vehiclePicture, (request, reply) => {
    const { vehicle, version, file: name } = request.params as Record<'vehicle' | 'version' | 'file', string>
    if (vehicles !== library.vehicles) {
      vehicles = library.vehicles
      pictures = picturesOf(vehicles)
    }
    const { of, file } = pictures.get(`${vehicle}/${name}`) ?? notFound()
    reply.header('cross-origin-resource-policy', 'same-origin')
    // An old address still works after new pictures came, but is not kept.
    const keep = version === of.version ? 'private, max-age=31536000, immutable' : 'private, no-cache'
    reply.header('cache-control', keep)
    return reply.sendFile(basename(file), dirname(file), { cacheControl: false, index: false, dotfiles: 'deny' })
  })
}

const picturesOf = (vehicles: readonly Vehicle[]) =>
  new Map(
    vehicles.flatMap((of) =>
      [...of.images, ...Object.values(of.layouts)].map(({ file }) => [`${of.id}/${basename(file)}`, { of, file }]),
    ),
  )
