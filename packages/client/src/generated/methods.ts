/** Generated from docs/reference/openapi.json by `npm run openapi`. Do not change it by hand. */
import type { InputOf, OutputOf, RequestOptions } from '../operation-types.ts'
import type { operations } from './schema.ts'

type Input<Id extends keyof operations> = InputOf<operations[Id]>
type Output<Id extends keyof operations> = OutputOf<operations[Id]>

/** One method for each operation of the hub. */
export interface Operations {
  /** Acknowledge an order. `POST /v2/orders/acknowledge` */
  acknowledgeOrder(input: Input<'acknowledgeOrder'>, options?: RequestOptions): Promise<Output<'acknowledgeOrder'>>
  /** Acknowledge several orders. `POST /v2/order-batches/acknowledgements` */
  acknowledgeOrders(input: Input<'acknowledgeOrders'>, options?: RequestOptions): Promise<Output<'acknowledgeOrders'>>
  /** Acknowledge products. `POST /v2/products/data` */
  acknowledgeProductData(input: Input<'acknowledgeProductData'>, options?: RequestOptions): Promise<Output<'acknowledgeProductData'>>
  /** Acknowledge prices and stocks. `POST /v2/products/offers` */
  acknowledgeProductOffers(input: Input<'acknowledgeProductOffers'>, options?: RequestOptions): Promise<Output<'acknowledgeProductOffers'>>
  /** Add a key to an agent. `POST /v2/headless-agents/{id}/keys` */
  addHeadlessAgentKey(input: Input<'addHeadlessAgentKey'>, options?: RequestOptions): Promise<Output<'addHeadlessAgentKey'>>
  /** Let an agent sign in by tokens of a platform. `POST /v2/headless-agents/{id}/workloads` */
  addHeadlessAgentWorkload(input: Input<'addHeadlessAgentWorkload'>, options?: RequestOptions): Promise<Output<'addHeadlessAgentWorkload'>>
  /** Approve a call of an agent. `POST /v2/agent-approvals/{id}/approve` */
  approveAgentCall(input: Input<'approveAgentCall'>, options?: RequestOptions): Promise<Output<'approveAgentCall'>>
  /** Approve a headless agent. `POST /v2/headless-agents/{id}/approve` */
  approveHeadlessAgent(input: Input<'approveHeadlessAgent'>, options?: RequestOptions): Promise<Output<'approveHeadlessAgent'>>
  /** Cancel an import. `DELETE /v2/imports/{id}` */
  cancelImport(input: Input<'cancelImport'>, options?: RequestOptions): Promise<Output<'cancelImport'>>
  /** Cancel a job of orders. `DELETE /v2/order-jobs/{id}` */
  cancelOrderJob(input: Input<'cancelOrderJob'>, options?: RequestOptions): Promise<Output<'cancelOrderJob'>>
  /** Cancel a job of products. `DELETE /v2/product-jobs/{id}` */
  cancelProductJob(input: Input<'cancelProductJob'>, options?: RequestOptions): Promise<Output<'cancelProductJob'>>
  /** Change a channel. `PATCH /v2/channels/{id}` */
  changeChannel(input: Input<'changeChannel'>, options?: RequestOptions): Promise<Output<'changeChannel'>>
  /** Change, pause or continue a connection. `PATCH /v2/connections/{id}` */
  changeConnection(input: Input<'changeConnection'>, options?: RequestOptions): Promise<Output<'changeConnection'>>
  /** Change the settings of the merchant. `PATCH /v2/customer` */
  changeCustomer(input: Input<'changeCustomer'>, options?: RequestOptions): Promise<Output<'changeCustomer'>>
  /** Change an API key. `PATCH /v2/keys/{id}` */
  changeKey(input: Input<'changeKey'>, options?: RequestOptions): Promise<Output<'changeKey'>>
  /** Change the role of a member. `PATCH /v2/members/{id}` */
  changeMember(input: Input<'changeMember'>, options?: RequestOptions): Promise<Output<'changeMember'>>
  /** Rename one of my passkeys. `PATCH /v2/me/passkeys/{id}` */
  changeMyPasskey(input: Input<'changeMyPasskey'>, options?: RequestOptions): Promise<Output<'changeMyPasskey'>>
  /** Change prices and stocks. `PUT /v2/offers` */
  changeOffers(input: Input<'changeOffers'>, options?: RequestOptions): Promise<Output<'changeOffers'>>
  /** Change a product. `PATCH /v2/products/{reference}` */
  changeProduct(input: Input<'changeProduct'>, options?: RequestOptions): Promise<Output<'changeProduct'>>
  /** Change provisioning. `PATCH /v2/provisioning` */
  changeProvisioning(input: Input<'changeProvisioning'>, options?: RequestOptions): Promise<Output<'changeProvisioning'>>
  /** Change the tracking of a shipment. `PUT /v2/shipments/{reference}` */
  changeShipment(input: Input<'changeShipment'>, options?: RequestOptions): Promise<Output<'changeShipment'>>
  /** Change a saved view. `PATCH /v2/views/{id}` */
  changeView(input: Input<'changeView'>, options?: RequestOptions): Promise<Output<'changeView'>>
  /** Change a webhook. `PATCH /v2/webhooks/{id}` */
  changeWebhook(input: Input<'changeWebhook'>, options?: RequestOptions): Promise<Output<'changeWebhook'>>
  /** Close an order. `POST /v2/orders/{reference}/close` */
  closeOrder(input: Input<'closeOrder'>, options?: RequestOptions): Promise<Output<'closeOrder'>>
  /** Comment on an order. `POST /v2/orders/id/{id}/comments` */
  commentOrder(input: Input<'commentOrder'>, options?: RequestOptions): Promise<Output<'commentOrder'>>
  /** Correct an order. `PATCH /v2/orders/id/{id}` */
  correctOrder(input: Input<'correctOrder'>, options?: RequestOptions): Promise<Output<'correctOrder'>>
  /** Count orders by status. `GET /v2/figures/orders` */
  countOrders(input?: Input<'countOrders'>, options?: RequestOptions): Promise<Output<'countOrders'>>
  /** Count products. `GET /v2/figures/products` */
  countProducts(input?: Input<'countProducts'>, options?: RequestOptions): Promise<Output<'countProducts'>>
  /** Create a backorder. `POST /v2/backorders` */
  createBackorder(input: Input<'createBackorder'>, options?: RequestOptions): Promise<Output<'createBackorder'>>
  /** Create a cancellation. `POST /v2/cancellations` */
  createCancellation(input: Input<'createCancellation'>, options?: RequestOptions): Promise<Output<'createCancellation'>>
  /** Create a channel. `POST /v2/channels` */
  createChannel(input: Input<'createChannel'>, options?: RequestOptions): Promise<Output<'createChannel'>>
  /** Connect a shop. `POST /v2/connections` */
  createConnection(input: Input<'createConnection'>, options?: RequestOptions): Promise<Output<'createConnection'>>
  /** Ask something of a connector. `POST /v2/connections/{id}/requests` */
  createConnectionRequest(input: Input<'createConnectionRequest'>, options?: RequestOptions): Promise<Output<'createConnectionRequest'>>
  /** Create a headless agent. `POST /v2/headless-agents` */
  createHeadlessAgent(input: Input<'createHeadlessAgent'>, options?: RequestOptions): Promise<Output<'createHeadlessAgent'>>
  /** Import products from a file. `POST /v2/imports` */
  createImport(input: Input<'createImport'>, options?: RequestOptions): Promise<Output<'createImport'>>
  /** Invite a person. `POST /v2/invitations` */
  createInvitation(input: Input<'createInvitation'>, options?: RequestOptions): Promise<Output<'createInvitation'>>
  /** Create an API key. `POST /v2/keys` */
  createKey(input: Input<'createKey'>, options?: RequestOptions): Promise<Output<'createKey'>>
  /** Create an order. `POST /v2/orders` */
  createOrder(input: Input<'createOrder'>, options?: RequestOptions): Promise<Output<'createOrder'>>
  /** Do something with many orders. `POST /v2/order-jobs` */
  createOrderJob(input: Input<'createOrderJob'>, options?: RequestOptions): Promise<Output<'createOrderJob'>>
  /** Change many products. `POST /v2/product-jobs` */
  createProductJob(input: Input<'createProductJob'>, options?: RequestOptions): Promise<Output<'createProductJob'>>
  /** Create a product, or create and change many. `POST /v2/products` */
  createProducts(input: Input<'createProducts'>, options?: RequestOptions): Promise<Output<'createProducts'>>
  /** Create a refund. `POST /v2/refunds` */
  createRefund(input: Input<'createRefund'>, options?: RequestOptions): Promise<Output<'createRefund'>>
  /** Create a return. `POST /v2/returns` */
  createReturn(input: Input<'createReturn'>, options?: RequestOptions): Promise<Output<'createReturn'>>
  /** Create a shipment. `POST /v2/shipments` */
  createShipment(input: Input<'createShipment'>, options?: RequestOptions): Promise<Output<'createShipment'>>
  /** Create several shipments. `POST /v2/order-batches/shipments` */
  createShipments(input: Input<'createShipments'>, options?: RequestOptions): Promise<Output<'createShipments'>>
  /** Save a view. `POST /v2/views` */
  createView(input: Input<'createView'>, options?: RequestOptions): Promise<Output<'createView'>>
  /** Create a webhook. `POST /v2/webhooks` */
  createWebhook(input: Input<'createWebhook'>, options?: RequestOptions): Promise<Output<'createWebhook'>>
  /** Accept or refuse prices that wait. `POST /v2/offers/decisions` */
  decideGuardedPrices(input: Input<'decideGuardedPrices'>, options?: RequestOptions): Promise<Output<'decideGuardedPrices'>>
  /** Decide on a return. `PUT /v2/returns/{reference}` */
  decideReturn(input: Input<'decideReturn'>, options?: RequestOptions): Promise<Output<'decideReturn'>>
  /** Revoke an agent. `DELETE /v2/agents/{id}` */
  deleteAgent(input: Input<'deleteAgent'>, options?: RequestOptions): Promise<Output<'deleteAgent'>>
  /** Remove the limits of an agent. `DELETE /v2/agents/{id}/caps` */
  deleteAgentCaps(input: Input<'deleteAgentCaps'>, options?: RequestOptions): Promise<Output<'deleteAgentCaps'>>
  /** Deactivate a channel. `DELETE /v2/channels/{id}` */
  deleteChannel(input: Input<'deleteChannel'>, options?: RequestOptions): Promise<Output<'deleteChannel'>>
  /** Delete a connection. `DELETE /v2/connections/{id}` */
  deleteConnection(input: Input<'deleteConnection'>, options?: RequestOptions): Promise<Output<'deleteConnection'>>
  /** End a headless agent. `DELETE /v2/headless-agents/{id}` */
  deleteHeadlessAgent(input: Input<'deleteHeadlessAgent'>, options?: RequestOptions): Promise<Output<'deleteHeadlessAgent'>>
  /** Delete a key of an agent. `DELETE /v2/headless-agents/{id}/keys/{keyId}` */
  deleteHeadlessAgentKey(input: Input<'deleteHeadlessAgentKey'>, options?: RequestOptions): Promise<Output<'deleteHeadlessAgentKey'>>
  /** End the tokens of a platform for an agent. `DELETE /v2/headless-agents/{id}/workloads/{workloadId}` */
  deleteHeadlessAgentWorkload(input: Input<'deleteHeadlessAgentWorkload'>, options?: RequestOptions): Promise<Output<'deleteHeadlessAgentWorkload'>>
  /** Delete a mapping of imports. `DELETE /v2/import-mappings/{name}` */
  deleteImportMapping(input: Input<'deleteImportMapping'>, options?: RequestOptions): Promise<Output<'deleteImportMapping'>>
  /** Revoke an invitation. `DELETE /v2/invitations/{id}` */
  deleteInvitation(input: Input<'deleteInvitation'>, options?: RequestOptions): Promise<Output<'deleteInvitation'>>
  /** Revoke an API key. `DELETE /v2/keys/{id}` */
  deleteKey(input: Input<'deleteKey'>, options?: RequestOptions): Promise<Output<'deleteKey'>>
  /** Remove a member. `DELETE /v2/members/{id}` */
  deleteMember(input: Input<'deleteMember'>, options?: RequestOptions): Promise<Output<'deleteMember'>>
  /** Delete overrides of a product. `DELETE /v2/channels/{id}/offer-overrides/{reference}` */
  deleteOfferOverrides(input: Input<'deleteOfferOverrides'>, options?: RequestOptions): Promise<Output<'deleteOfferOverrides'>>
  /** Deactivate a product. `DELETE /v2/products/{reference}` */
  deleteProduct(input: Input<'deleteProduct'>, options?: RequestOptions): Promise<Output<'deleteProduct'>>
  /** Delete an exchange rate. `DELETE /v2/rates/{currency}/{date}` */
  deleteRate(input: Input<'deleteRate'>, options?: RequestOptions): Promise<Output<'deleteRate'>>
  /** Delete a saved view. `DELETE /v2/views/{id}` */
  deleteView(input: Input<'deleteView'>, options?: RequestOptions): Promise<Output<'deleteView'>>
  /** Delete a webhook. `DELETE /v2/webhooks/{id}` */
  deleteWebhook(input: Input<'deleteWebhook'>, options?: RequestOptions): Promise<Output<'deleteWebhook'>>
  /** Disable a webhook. `POST /v2/webhooks/{id}/disable` */
  disableWebhook(input: Input<'disableWebhook'>, options?: RequestOptions): Promise<Output<'disableWebhook'>>
  /** Enable a webhook. `POST /v2/webhooks/{id}/enable` */
  enableWebhook(input: Input<'enableWebhook'>, options?: RequestOptions): Promise<Output<'enableWebhook'>>
  /** Sign a member out everywhere. `DELETE /v2/members/{id}/sessions` */
  endMemberSessions(input: Input<'endMemberSessions'>, options?: RequestOptions): Promise<Output<'endMemberSessions'>>
  /** End one of my sessions. `DELETE /v2/me/sessions/{id}` */
  endMySession(input: Input<'endMySession'>, options?: RequestOptions): Promise<Output<'endMySession'>>
  /** End all my sessions. `DELETE /v2/me/sessions` */
  endMySessions(input?: Input<'endMySessions'>, options?: RequestOptions): Promise<Output<'endMySessions'>>
  /** Export backorders. `GET /v2/exports/backorders` */
  exportBackorders(input?: Input<'exportBackorders'>, options?: RequestOptions): Promise<Output<'exportBackorders'>>
  /** Export cancellations. `GET /v2/exports/cancellations` */
  exportCancellations(input?: Input<'exportCancellations'>, options?: RequestOptions): Promise<Output<'exportCancellations'>>
  /** Export order lines. `GET /v2/exports/order-lines` */
  exportOrderLines(input?: Input<'exportOrderLines'>, options?: RequestOptions): Promise<Output<'exportOrderLines'>>
  /** Export orders. `GET /v2/exports/orders` */
  exportOrders(input?: Input<'exportOrders'>, options?: RequestOptions): Promise<Output<'exportOrders'>>
  /** Export products. `GET /v2/exports/products` */
  exportProducts(input?: Input<'exportProducts'>, options?: RequestOptions): Promise<Output<'exportProducts'>>
  /** Export refunds. `GET /v2/exports/refunds` */
  exportRefunds(input?: Input<'exportRefunds'>, options?: RequestOptions): Promise<Output<'exportRefunds'>>
  /** Export returns. `GET /v2/exports/returns` */
  exportReturns(input?: Input<'exportReturns'>, options?: RequestOptions): Promise<Output<'exportReturns'>>
  /** Export shipments. `GET /v2/exports/shipments` */
  exportShipments(input?: Input<'exportShipments'>, options?: RequestOptions): Promise<Output<'exportShipments'>>
  /** Get an agent. `GET /v2/agents/{id}` */
  getAgent(input: Input<'getAgent'>, options?: RequestOptions): Promise<Output<'getAgent'>>
  /** Get an approval. `GET /v2/agent-approvals/{id}` */
  getAgentApproval(input: Input<'getAgentApproval'>, options?: RequestOptions): Promise<Output<'getAgentApproval'>>
  /** Read the limits of an agent. `GET /v2/agents/{id}/caps` */
  getAgentCaps(input: Input<'getAgentCaps'>, options?: RequestOptions): Promise<Output<'getAgentCaps'>>
  /** Get the rules for agents. `GET /v2/agent-rules` */
  getAgentRules(input?: Input<'getAgentRules'>, options?: RequestOptions): Promise<Output<'getAgentRules'>>
  /** Read a backorder. `GET /v2/backorders/{reference}` */
  getBackorder(input: Input<'getBackorder'>, options?: RequestOptions): Promise<Output<'getBackorder'>>
  /** Read a cancellation. `GET /v2/cancellations/{reference}` */
  getCancellation(input: Input<'getCancellation'>, options?: RequestOptions): Promise<Output<'getCancellation'>>
  /** Read a channel. `GET /v2/channels/{id}` */
  getChannel(input: Input<'getChannel'>, options?: RequestOptions): Promise<Output<'getChannel'>>
  /** Read the state of a synchronisation. `GET /v2/channels/{id}/sync` */
  getChannelSync(input: Input<'getChannelSync'>, options?: RequestOptions): Promise<Output<'getChannelSync'>>
  /** Read a connection. `GET /v2/connections/{id}` */
  getConnection(input: Input<'getConnection'>, options?: RequestOptions): Promise<Output<'getConnection'>>
  /** Read a run of a connection. `GET /v2/connections/{id}/runs/{runId}` */
  getConnectionRun(input: Input<'getConnectionRun'>, options?: RequestOptions): Promise<Output<'getConnectionRun'>>
  /** Read the settings of the merchant. `GET /v2/customer` */
  getCustomer(input?: Input<'getCustomer'>, options?: RequestOptions): Promise<Output<'getCustomer'>>
  /** Read the limits of agents. `GET /v2/agent-caps` */
  getDefaultAgentCaps(input?: Input<'getDefaultAgentCaps'>, options?: RequestOptions): Promise<Output<'getDefaultAgentCaps'>>
  /** Read the VAT rates of the European Union. `GET /v2/vat-rates/eu` */
  getEuVatRates(input?: Input<'getEuVatRates'>, options?: RequestOptions): Promise<Output<'getEuVatRates'>>
  /** Get a headless agent. `GET /v2/headless-agents/{id}` */
  getHeadlessAgent(input: Input<'getHeadlessAgent'>, options?: RequestOptions): Promise<Output<'getHeadlessAgent'>>
  /** Read an import. `GET /v2/imports/{id}` */
  getImport(input: Input<'getImport'>, options?: RequestOptions): Promise<Output<'getImport'>>
  /** Read a mapping of imports. `GET /v2/import-mappings/{name}` */
  getImportMapping(input: Input<'getImportMapping'>, options?: RequestOptions): Promise<Output<'getImportMapping'>>
  /** Read the report of an import. `GET /v2/imports/{id}/report` */
  getImportReport(input: Input<'getImportReport'>, options?: RequestOptions): Promise<Output<'getImportReport'>>
  /** Get a file to begin with. `GET /v2/imports/template` */
  getImportTemplate(input?: Input<'getImportTemplate'>, options?: RequestOptions): Promise<Output<'getImportTemplate'>>
  /** Get an invitation. `GET /v2/invitations/{id}` */
  getInvitation(input: Input<'getInvitation'>, options?: RequestOptions): Promise<Output<'getInvitation'>>
  /** Read an API key. `GET /v2/keys/{id}` */
  getKey(input: Input<'getKey'>, options?: RequestOptions): Promise<Output<'getKey'>>
  /** Say who is calling. `GET /v2/me` */
  getMe(input?: Input<'getMe'>, options?: RequestOptions): Promise<Output<'getMe'>>
  /** Get a member. `GET /v2/members/{id}` */
  getMember(input: Input<'getMember'>, options?: RequestOptions): Promise<Output<'getMember'>>
  /** Read the rules of offers. `GET /v2/channels/{id}/offer-rules` */
  getOfferRules(input: Input<'getOfferRules'>, options?: RequestOptions): Promise<Output<'getOfferRules'>>
  /** Read an acknowledged order. `GET /v2/orders/{reference}` */
  getOrder(input: Input<'getOrder'>, options?: RequestOptions): Promise<Output<'getOrder'>>
  /** Read an order by its Id. `GET /v2/orders/id/{id}` */
  getOrderById(input: Input<'getOrderById'>, options?: RequestOptions): Promise<Output<'getOrderById'>>
  /** Read a job of orders. `GET /v2/order-jobs/{id}` */
  getOrderJob(input: Input<'getOrderJob'>, options?: RequestOptions): Promise<Output<'getOrderJob'>>
  /** Read the orders beside one in a list. `GET /v2/orders/id/{id}/neighbours` */
  getOrderNeighbours(input: Input<'getOrderNeighbours'>, options?: RequestOptions): Promise<Output<'getOrderNeighbours'>>
  /** Read the figures of an overview. `GET /v2/figures/overview` */
  getOverview(input?: Input<'getOverview'>, options?: RequestOptions): Promise<Output<'getOverview'>>
  /** Read a product. `GET /v2/products/{reference}` */
  getProduct(input: Input<'getProduct'>, options?: RequestOptions): Promise<Output<'getProduct'>>
  /** Read a job of products. `GET /v2/product-jobs/{id}` */
  getProductJob(input: Input<'getProductJob'>, options?: RequestOptions): Promise<Output<'getProductJob'>>
  /** Read what channels know of a product. `GET /v2/products/{reference}/listings` */
  getProductListings(input: Input<'getProductListings'>, options?: RequestOptions): Promise<Output<'getProductListings'>>
  /** Get provisioning. `GET /v2/provisioning` */
  getProvisioning(input?: Input<'getProvisioning'>, options?: RequestOptions): Promise<Output<'getProvisioning'>>
  /** Read a refund. `GET /v2/refunds/{reference}` */
  getRefund(input: Input<'getRefund'>, options?: RequestOptions): Promise<Output<'getRefund'>>
  /** Read a refused call. `GET /v2/refusals/{id}` */
  getRefusedCall(input: Input<'getRefusedCall'>, options?: RequestOptions): Promise<Output<'getRefusedCall'>>
  /** Read a return. `GET /v2/returns/{reference}` */
  getReturn(input: Input<'getReturn'>, options?: RequestOptions): Promise<Output<'getReturn'>>
  /** Read the sales of 7, 30 or 90 days. `GET /v2/figures/sales` */
  getSales(input?: Input<'getSales'>, options?: RequestOptions): Promise<Output<'getSales'>>
  /** Read a shipment. `GET /v2/shipments/{reference}` */
  getShipment(input: Input<'getShipment'>, options?: RequestOptions): Promise<Output<'getShipment'>>
  /** Read a webhook. `GET /v2/webhooks/{id}` */
  getWebhook(input: Input<'getWebhook'>, options?: RequestOptions): Promise<Output<'getWebhook'>>
  /** Read a delivery with its attempts. `GET /v2/webhooks/{id}/deliveries/{deliveryId}` */
  getWebhookDelivery(input: Input<'getWebhookDelivery'>, options?: RequestOptions): Promise<Output<'getWebhookDelivery'>>
  /** Get the public key of a webhook. `GET /v2/webhook-keys/{customerId}/{webhookId}` */
  getWebhookKeys(input: Input<'getWebhookKeys'>, options?: RequestOptions): Promise<Output<'getWebhookKeys'>>
  /** Take or renew the lease of a connection. `PUT /v2/connections/{id}/lease` */
  leaseConnection(input: Input<'leaseConnection'>, options?: RequestOptions): Promise<Output<'leaseConnection'>>
  /** List approvals. `GET /v2/agent-approvals` */
  listAgentApprovals(input?: Input<'listAgentApprovals'>, options?: RequestOptions): Promise<Output<'listAgentApprovals'>>
  /** List stops of agents. `GET /v2/agent-stops` */
  listAgentStops(input?: Input<'listAgentStops'>, options?: RequestOptions): Promise<Output<'listAgentStops'>>
  /** List agents. `GET /v2/agents` */
  listAgents(input?: Input<'listAgents'>, options?: RequestOptions): Promise<Output<'listAgents'>>
  /** List backorders. `GET /v2/backorders` */
  listBackorders(input?: Input<'listBackorders'>, options?: RequestOptions): Promise<Output<'listBackorders'>>
  /** List cancellations. `GET /v2/cancellations` */
  listCancellations(input?: Input<'listCancellations'>, options?: RequestOptions): Promise<Output<'listCancellations'>>
  /** List channels. `GET /v2/channels` */
  listChannels(input?: Input<'listChannels'>, options?: RequestOptions): Promise<Output<'listChannels'>>
  /** List records as they are in shops. `GET /v2/connected-records` */
  listConnectedRecords(input: Input<'listConnectedRecords'>, options?: RequestOptions): Promise<Output<'listConnectedRecords'>>
  /** List the pairs of a connection. `GET /v2/connections/{id}/pairs` */
  listConnectionPairs(input: Input<'listConnectionPairs'>, options?: RequestOptions): Promise<Output<'listConnectionPairs'>>
  /** List the problems of a connection. `GET /v2/connections/{id}/problems` */
  listConnectionProblems(input: Input<'listConnectionProblems'>, options?: RequestOptions): Promise<Output<'listConnectionProblems'>>
  /** List the runs of a connection. `GET /v2/connections/{id}/runs` */
  listConnectionRuns(input: Input<'listConnectionRuns'>, options?: RequestOptions): Promise<Output<'listConnectionRuns'>>
  /** List connections. `GET /v2/connections` */
  listConnections(input?: Input<'listConnections'>, options?: RequestOptions): Promise<Output<'listConnections'>>
  /** List connectors. `GET /v2/connectors` */
  listConnectors(input?: Input<'listConnectors'>, options?: RequestOptions): Promise<Output<'listConnectors'>>
  /** Read the log of events. `GET /v2/events` */
  listEvents(input?: Input<'listEvents'>, options?: RequestOptions): Promise<Output<'listEvents'>>
  /** List prices that wait for a person. `GET /v2/offers/guarded` */
  listGuardedPrices(input?: Input<'listGuardedPrices'>, options?: RequestOptions): Promise<Output<'listGuardedPrices'>>
  /** List headless agents. `GET /v2/headless-agents` */
  listHeadlessAgents(input?: Input<'listHeadlessAgents'>, options?: RequestOptions): Promise<Output<'listHeadlessAgents'>>
  /** List mappings of imports. `GET /v2/import-mappings` */
  listImportMappings(input?: Input<'listImportMappings'>, options?: RequestOptions): Promise<Output<'listImportMappings'>>
  /** List imports. `GET /v2/imports` */
  listImports(input?: Input<'listImports'>, options?: RequestOptions): Promise<Output<'listImports'>>
  /** List invitations. `GET /v2/invitations` */
  listInvitations(input?: Input<'listInvitations'>, options?: RequestOptions): Promise<Output<'listInvitations'>>
  /** List API keys. `GET /v2/keys` */
  listKeys(input?: Input<'listKeys'>, options?: RequestOptions): Promise<Output<'listKeys'>>
  /** List what channels know. `GET /v2/listings` */
  listListings(input?: Input<'listListings'>, options?: RequestOptions): Promise<Output<'listListings'>>
  /** List the sessions of a member. `GET /v2/members/{id}/sessions` */
  listMemberSessions(input: Input<'listMemberSessions'>, options?: RequestOptions): Promise<Output<'listMemberSessions'>>
  /** List members. `GET /v2/members` */
  listMembers(input?: Input<'listMembers'>, options?: RequestOptions): Promise<Output<'listMembers'>>
  /** List my passkeys. `GET /v2/me/passkeys` */
  listMyPasskeys(input?: Input<'listMyPasskeys'>, options?: RequestOptions): Promise<Output<'listMyPasskeys'>>
  /** List my sessions. `GET /v2/me/sessions` */
  listMySessions(input?: Input<'listMySessions'>, options?: RequestOptions): Promise<Output<'listMySessions'>>
  /** List new orders. `GET /v2/orders/new` */
  listNewOrders(input?: Input<'listNewOrders'>, options?: RequestOptions): Promise<Output<'listNewOrders'>>
  /** List what channels were to be offered of a product. `GET /v2/offers/history` */
  listOfferHistory(input: Input<'listOfferHistory'>, options?: RequestOptions): Promise<Output<'listOfferHistory'>>
  /** List overrides of offers. `GET /v2/channels/{id}/offer-overrides` */
  listOfferOverrides(input: Input<'listOfferOverrides'>, options?: RequestOptions): Promise<Output<'listOfferOverrides'>>
  /** List products that cannot be offered. `GET /v2/channels/{id}/offer-problems` */
  listOfferProblems(input: Input<'listOfferProblems'>, options?: RequestOptions): Promise<Output<'listOfferProblems'>>
  /** Read the history of an acknowledged order. `GET /v2/orders/{reference}/history` */
  listOrderHistory(input: Input<'listOrderHistory'>, options?: RequestOptions): Promise<Output<'listOrderHistory'>>
  /** Read the history of an order by its Id. `GET /v2/orders/id/{id}/history` */
  listOrderHistoryById(input: Input<'listOrderHistoryById'>, options?: RequestOptions): Promise<Output<'listOrderHistoryById'>>
  /** List what became of the orders of a job. `GET /v2/order-jobs/{id}/orders` */
  listOrderJobOutcomes(input: Input<'listOrderJobOutcomes'>, options?: RequestOptions): Promise<Output<'listOrderJobOutcomes'>>
  /** List jobs of orders. `GET /v2/order-jobs` */
  listOrderJobs(input?: Input<'listOrderJobs'>, options?: RequestOptions): Promise<Output<'listOrderJobs'>>
  /** List orders. `GET /v2/orders` */
  listOrders(input?: Input<'listOrders'>, options?: RequestOptions): Promise<Output<'listOrders'>>
  /** List the changes of a price. `GET /v2/products/{reference}/prices` */
  listPriceChanges(input: Input<'listPriceChanges'>, options?: RequestOptions): Promise<Output<'listPriceChanges'>>
  /** List what became of the products of a job. `GET /v2/product-jobs/{id}/products` */
  listProductJobOutcomes(input: Input<'listProductJobOutcomes'>, options?: RequestOptions): Promise<Output<'listProductJobOutcomes'>>
  /** List jobs of products. `GET /v2/product-jobs` */
  listProductJobs(input?: Input<'listProductJobs'>, options?: RequestOptions): Promise<Output<'listProductJobs'>>
  /** List products. `GET /v2/products` */
  listProducts(input?: Input<'listProducts'>, options?: RequestOptions): Promise<Output<'listProducts'>>
  /** Read the references that orders would get. `GET /v2/proposed-references` */
  listProposedReferences(input: Input<'listProposedReferences'>, options?: RequestOptions): Promise<Output<'listProposedReferences'>>
  /** List provisioning calls. `GET /v2/provisioning/calls` */
  listProvisioningCalls(input?: Input<'listProvisioningCalls'>, options?: RequestOptions): Promise<Output<'listProvisioningCalls'>>
  /** List exchange rates. `GET /v2/rates` */
  listRates(input?: Input<'listRates'>, options?: RequestOptions): Promise<Output<'listRates'>>
  /** List the latest events. `GET /v2/events/recent` */
  listRecentEvents(input?: Input<'listRecentEvents'>, options?: RequestOptions): Promise<Output<'listRecentEvents'>>
  /** List refunds. `GET /v2/refunds` */
  listRefunds(input?: Input<'listRefunds'>, options?: RequestOptions): Promise<Output<'listRefunds'>>
  /** List the calls that were refused. `GET /v2/refusals` */
  listRefusedCalls(input?: Input<'listRefusedCalls'>, options?: RequestOptions): Promise<Output<'listRefusedCalls'>>
  /** List returns. `GET /v2/returns` */
  listReturns(input?: Input<'listReturns'>, options?: RequestOptions): Promise<Output<'listReturns'>>
  /** List shipments. `GET /v2/shipments` */
  listShipments(input?: Input<'listShipments'>, options?: RequestOptions): Promise<Output<'listShipments'>>
  /** List products that are short. `GET /v2/stock/shortfalls` */
  listShortfalls(input?: Input<'listShortfalls'>, options?: RequestOptions): Promise<Output<'listShortfalls'>>
  /** List the polls of a channel. `GET /v2/channels/{id}/sync/log` */
  listSyncLog(input: Input<'listSyncLog'>, options?: RequestOptions): Promise<Output<'listSyncLog'>>
  /** List the VAT rates by country. `GET /v2/vat-rates` */
  listVatRates(input?: Input<'listVatRates'>, options?: RequestOptions): Promise<Output<'listVatRates'>>
  /** List saved views. `GET /v2/views` */
  listViews(input?: Input<'listViews'>, options?: RequestOptions): Promise<Output<'listViews'>>
  /** List the deliveries of a webhook. `GET /v2/webhooks/{id}/deliveries` */
  listWebhookDeliveries(input: Input<'listWebhookDeliveries'>, options?: RequestOptions): Promise<Output<'listWebhookDeliveries'>>
  /** List webhooks. `GET /v2/webhooks` */
  listWebhooks(input?: Input<'listWebhooks'>, options?: RequestOptions): Promise<Output<'listWebhooks'>>
  /** Poll products. `GET /v2/products/data` */
  pollProductData(input?: Input<'pollProductData'>, options?: RequestOptions): Promise<Output<'pollProductData'>>
  /** Poll prices and stocks. `GET /v2/products/offers` */
  pollProductOffers(input?: Input<'pollProductOffers'>, options?: RequestOptions): Promise<Output<'pollProductOffers'>>
  /** Preview the next poll. `GET /v2/channels/{id}/sync/preview` */
  previewChannelSync(input: Input<'previewChannelSync'>, options?: RequestOptions): Promise<Output<'previewChannelSync'>>
  /** Preview an import. `GET /v2/imports/{id}/preview` */
  previewImport(input: Input<'previewImport'>, options?: RequestOptions): Promise<Output<'previewImport'>>
  /** Preview rules of offers. `POST /v2/channels/{id}/offer-rules/preview` */
  previewOfferRules(input: Input<'previewOfferRules'>, options?: RequestOptions): Promise<Output<'previewOfferRules'>>
  /** Preview a decision on a return. `POST /v2/returns/{reference}/preview` */
  previewReturnDecision(input: Input<'previewReturnDecision'>, options?: RequestOptions): Promise<Output<'previewReturnDecision'>>
  /** Read the columns of a file. `POST /v2/imports/columns` */
  readImportColumns(input: Input<'readImportColumns'>, options?: RequestOptions): Promise<Output<'readImportColumns'>>
  /** Record a run of a connection. `POST /v2/connections/{id}/runs` */
  recordConnectionRun(input: Input<'recordConnectionRun'>, options?: RequestOptions): Promise<Output<'recordConnectionRun'>>
  /** Reject a call of an agent. `POST /v2/agent-approvals/{id}/reject` */
  rejectAgentCall(input: Input<'rejectAgentCall'>, options?: RequestOptions): Promise<Output<'rejectAgentCall'>>
  /** Reject a headless agent. `POST /v2/headless-agents/{id}/reject` */
  rejectHeadlessAgent(input: Input<'rejectHeadlessAgent'>, options?: RequestOptions): Promise<Output<'rejectHeadlessAgent'>>
  /** Release the lease of a connection. `DELETE /v2/connections/{id}/lease` */
  releaseConnection(input: Input<'releaseConnection'>, options?: RequestOptions): Promise<Output<'releaseConnection'>>
  /** Remove one of my passkeys. `DELETE /v2/me/passkeys/{id}` */
  removeMyPasskey(input: Input<'removeMyPasskey'>, options?: RequestOptions): Promise<Output<'removeMyPasskey'>>
  /** Reopen a closed order. `POST /v2/orders/{reference}/reopen` */
  reopenOrder(input: Input<'reopenOrder'>, options?: RequestOptions): Promise<Output<'reopenOrder'>>
  /** Set the limits of an agent. `PUT /v2/agents/{id}/caps` */
  replaceAgentCaps(input: Input<'replaceAgentCaps'>, options?: RequestOptions): Promise<Output<'replaceAgentCaps'>>
  /** Replace the rules for agents. `PUT /v2/agent-rules` */
  replaceAgentRules(input: Input<'replaceAgentRules'>, options?: RequestOptions): Promise<Output<'replaceAgentRules'>>
  /** Set the limits of agents. `PUT /v2/agent-caps` */
  replaceDefaultAgentCaps(input: Input<'replaceDefaultAgentCaps'>, options?: RequestOptions): Promise<Output<'replaceDefaultAgentCaps'>>
  /** Replace the rules of offers. `PUT /v2/channels/{id}/offer-rules` */
  replaceOfferRules(input: Input<'replaceOfferRules'>, options?: RequestOptions): Promise<Output<'replaceOfferRules'>>
  /** Combine an order with others. `PUT /v2/orders/{reference}/combination` */
  replaceOrderCombination(input: Input<'replaceOrderCombination'>, options?: RequestOptions): Promise<Output<'replaceOrderCombination'>>
  /** Replace a product. `PUT /v2/products/{reference}` */
  replaceProduct(input: Input<'replaceProduct'>, options?: RequestOptions): Promise<Output<'replaceProduct'>>
  /** Store exchange rates. `PUT /v2/rates` */
  replaceRates(input: Input<'replaceRates'>, options?: RequestOptions): Promise<Output<'replaceRates'>>
  /** Replace the VAT rates by country. `PUT /v2/vat-rates` */
  replaceVatRates(input: Input<'replaceVatRates'>, options?: RequestOptions): Promise<Output<'replaceVatRates'>>
  /** Send the events since a time again. `POST /v2/webhooks/{id}/replay` */
  replayWebhook(input: Input<'replayWebhook'>, options?: RequestOptions): Promise<Output<'replayWebhook'>>
  /** Send a delivery again. `POST /v2/webhooks/{id}/deliveries/{deliveryId}/replay` */
  replayWebhookDelivery(input: Input<'replayWebhookDelivery'>, options?: RequestOptions): Promise<Output<'replayWebhookDelivery'>>
  /** Send all products again. `POST /v2/channels/{id}/sync/reset` */
  resetChannelSync(input: Input<'resetChannelSync'>, options?: RequestOptions): Promise<Output<'resetChannelSync'>>
  /** Let stopped agents go on. `DELETE /v2/agent-stops/{id}` */
  resumeAgents(input: Input<'resumeAgents'>, options?: RequestOptions): Promise<Output<'resumeAgents'>>
  /** Replace an API key. `POST /v2/keys/{id}/rotate` */
  rotateKey(input: Input<'rotateKey'>, options?: RequestOptions): Promise<Output<'rotateKey'>>
  /** Replace the secret of a webhook. `POST /v2/webhooks/{id}/rotate` */
  rotateWebhookSecret(input: Input<'rotateWebhookSecret'>, options?: RequestOptions): Promise<Output<'rotateWebhookSecret'>>
  /** Search orders, products and channels. `GET /v2/search` */
  searchRecords(input: Input<'searchRecords'>, options?: RequestOptions): Promise<Output<'searchRecords'>>
  /** Stop agents. `POST /v2/agent-stops` */
  stopAgents(input: Input<'stopAgents'>, options?: RequestOptions): Promise<Output<'stopAgents'>>
  /** Store how far a connector has read. `PUT /v2/connections/{id}/cursors` */
  storeConnectionCursors(input: Input<'storeConnectionCursors'>, options?: RequestOptions): Promise<Output<'storeConnectionCursors'>>
  /** Store pairs. `PUT /v2/connections/{id}/pairs` */
  storeConnectionPairs(input: Input<'storeConnectionPairs'>, options?: RequestOptions): Promise<Output<'storeConnectionPairs'>>
  /** Store problems of records. `PUT /v2/connections/{id}/problems` */
  storeConnectionProblems(input: Input<'storeConnectionProblems'>, options?: RequestOptions): Promise<Output<'storeConnectionProblems'>>
  /** Store what a connector can serve. `PUT /v2/connectors/{shop}` */
  storeConnector(input: Input<'storeConnector'>, options?: RequestOptions): Promise<Output<'storeConnector'>>
  /** Store a mapping of imports. `PUT /v2/import-mappings/{name}` */
  storeImportMapping(input: Input<'storeImportMapping'>, options?: RequestOptions): Promise<Output<'storeImportMapping'>>
  /** Store overrides of offers. `PUT /v2/channels/{id}/offer-overrides` */
  storeOfferOverrides(input: Input<'storeOfferOverrides'>, options?: RequestOptions): Promise<Output<'storeOfferOverrides'>>
  /** Send a test to a webhook. `POST /v2/webhooks/{id}/test` */
  testWebhook(input: Input<'testWebhook'>, options?: RequestOptions): Promise<Output<'testWebhook'>>
  /** Void a shipment. `POST /v2/shipments/{reference}/void` */
  voidShipment(input: Input<'voidShipment'>, options?: RequestOptions): Promise<Output<'voidShipment'>>
}
