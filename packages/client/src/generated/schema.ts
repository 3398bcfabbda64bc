/** Generated from docs/reference/openapi.json by `npm run openapi`. */
export interface components {
    schemas: {
        /**
         * @description Orders to acknowledge in one call.
         * @example {
         *       "Acknowledgements": [
         *         {
         *           "OrderId": 42,
         *           "MerchantOrderReference": "A-1",
         *           "Lines": [
         *             {
         *               "OrderLineId": 71,
         *               "MerchantOrderLineReference": "A-1-1"
         *             }
         *           ]
         *         },
         *         {
         *           "OrderId": 58
         *         }
         *       ]
         *     }
         */
        readonly AcknowledgementBatch: {
            readonly Acknowledgements: readonly components["schemas"]["AcknowledgementRequest"][];
        };
        /**
         * @description What became of one acknowledgement.
         * @example {
         *       "OrderId": 58,
         *       "MerchantOrderReference": null,
         *       "Status": null,
         *       "Outcome": "refused",
         *       "Code": "MARKET_ORDER_STATUS",
         *       "Detail": "The order requires correction before it can be acknowledged.",
         *       "Errors": [
         *         {
         *           "path": "/Lines/0/MerchantProductReference",
         *           "message": "is not a product"
         *         }
         *       ]
         *     }
         */
        readonly AcknowledgementOutcome: {
            /** @description Of the refusal: as the call for one answers it. */
            readonly Code: string | null;
            /** @description Why it was refused, and what to change. */
            readonly Detail: string | null;
            /** @description The issues of the refusal, by JSON pointers into the item. */
            readonly Errors: readonly components["schemas"]["BatchIssue"][];
            readonly MerchantOrderReference: string | null;
            readonly OrderId: number;
            /**
             * @description 'done', also if an earlier call did the same.
             * @enum {string}
             */
            readonly Outcome: "done" | "refused";
            /**
             * @description The status of the order afterwards.
             * @enum {string|null}
             */
            readonly Status: "NEW" | "REQUIRES_CORRECTION" | "IN_PROGRESS" | "IN_BACKORDER" | "IN_COMBI" | "SHIPPED" | "MANCO" | "CANCELED" | "RETURNED" | "CLOSED" | null;
        };
        /**
         * @description The references that a merchant gives an order and each of its lines. Each line is named exactly once.
         * @example {
         *       "OrderId": 42,
         *       "MerchantOrderReference": "A-1",
         *       "Lines": [
         *         {
         *           "OrderLineId": 71,
         *           "MerchantOrderLineReference": "A-1-1"
         *         }
         *       ]
         *     }
         */
        readonly AcknowledgementRequest: {
            /** @description Every line once. When left out, the hub gives the lines references. */
            readonly Lines?: readonly {
                /**
                 * Format: reference
                 * @description The merchant's reference of the line; unique among all lines of the customer.
                 */
                readonly MerchantOrderLineReference: string;
                /** @description Id of the line. */
                readonly OrderLineId: number;
            }[];
            /**
             * Format: order-reference
             * @description The merchant's reference of the order; unique, case-sensitive. When left out, the hub gives the order one: see ReferenceFrom.
             */
            readonly MerchantOrderReference?: string;
            /** @description Id of the order. */
            readonly OrderId: number;
            /**
             * Format: line
             * @description What is put before the reference of the channel, for 'prefix'.
             */
            readonly Prefix?: string | null;
            /**
             * @description From what the hub takes the reference, without MerchantOrderReference. 'channel', when left out: the reference of the channel, and if another order has it, with the name of the channel before it. 'prefix': the reference of the channel behind Prefix. 'id': the Id of the order.
             * @enum {string|null}
             */
            readonly ReferenceFrom?: "channel" | "prefix" | "id" | null;
        };
        /**
         * @description The references that were not applied. Empty if all were.
         * @example {
         *       "Rejected": [
         *         {
         *           "List": "Updated",
         *           "Reference": "shop-mug-red",
         *           "Code": "MARKET_NOT_FOUND",
         *           "Detail": "The channel has no product \"shop-mug-red\"."
         *         }
         *       ]
         *     }
         */
        readonly AcknowledgementResult: {
            readonly Rejected?: readonly components["schemas"]["Rejection"][];
        };
        /**
         * @description Who did something: an API key, a person, an agent for a person, or the hub.
         * @example {
         *       "Kind": "key",
         *       "Id": "3",
         *       "Label": "ERP",
         *       "Person": null,
         *       "Tool": null
         *     }
         */
        readonly Actor: {
            /** @description Of the key, the person or the client; the name of the job. */
            readonly Id: string;
            /**
             * @description An API key, a person in a session, an AI agent, or the hub itself.
             * @enum {string}
             */
            readonly Kind: "key" | "person" | "agent" | "system";
            /** @description For people to read. */
            readonly Label: string;
            /** @description For whom an agent acted. */
            readonly Person: {
                readonly Id: string;
                readonly Label: string;
            } | null;
            /** @description The MCP tool with which an agent acted. Null for calls of the API itself. */
            readonly Tool: string | null;
        };
        /**
         * @description A billing or shipping address. No order is refused for it: line breaks, tabs and control characters become blanks, parts have up to 255 characters, and what is cut, corrected, left out or missing is in the Warnings of the order.
         * @example {
         *       "Gender": "FEMALE",
         *       "FirstName": "Ann",
         *       "LastName": "Archer",
         *       "StreetName": "Main Street",
         *       "HouseNr": "12",
         *       "HouseNrAddition": "a",
         *       "ZipCode": "1234 AB",
         *       "City": "Utrecht",
         *       "CountryIso": "NL"
         *     }
         */
        readonly Address: {
            readonly City?: string | number | null;
            readonly CompanyName?: string | number | null;
            /** @description ISO 3166-1 alpha-2. Other codes and names are corrected, if they are clear. */
            readonly CountryIso?: string | number | null;
            readonly FirstName?: string | number | null;
            /** @description For the salutation: MALE, FEMALE, NOT_APPLICABLE. */
            readonly Gender?: string | number | null;
            readonly HouseNr?: string | number | null;
            readonly HouseNrAddition?: string | number | null;
            readonly LastName?: string | number | null;
            readonly Region?: string | number | null;
            readonly Salutation?: string | number | null;
            readonly StreetName?: string | number | null;
            readonly ZipCode?: string | number | null;
        };
        /**
         * @description A billing or shipping address. Parts without a value are null.
         * @example {
         *       "Gender": "FEMALE",
         *       "Salutation": null,
         *       "CompanyName": null,
         *       "FirstName": "Ann",
         *       "LastName": "Archer",
         *       "StreetName": "Main Street",
         *       "HouseNr": "12",
         *       "HouseNrAddition": "a",
         *       "ZipCode": "1234 AB",
         *       "City": "Utrecht",
         *       "Region": null,
         *       "CountryIso": "NL"
         *     }
         */
        readonly AddressResponse: {
            readonly City: string | null;
            readonly CompanyName: string | null;
            /**
             * Format: country
             * @description ISO 3166-1 alpha-2.
             */
            readonly CountryIso: string | null;
            readonly FirstName: string | null;
            /**
             * @description For the salutation.
             * @enum {string|null}
             */
            readonly Gender: "MALE" | "FEMALE" | "NOT_APPLICABLE" | null;
            readonly HouseNr: string | null;
            readonly HouseNrAddition: string | null;
            readonly LastName: string | null;
            readonly Region: string | null;
            readonly Salutation: string | null;
            readonly StreetName: string | null;
            readonly ZipCode: string | null;
        };
        /**
         * @description An OAuth client that acts for a member.
         * @example {
         *       "Id": "7-n4bQgYhMfWWaL-qgxVrQFa",
         *       "ClientId": "https://agent.example.com/client.json",
         *       "Name": "Order assistant",
         *       "Person": {
         *         "Id": 7,
         *         "Email": "ann@example.com"
         *       },
         *       "RedirectHost": "agent.example.com",
         *       "Access": [
         *         {
         *           "Resource": "https://hub.example.com/v2",
         *           "Scopes": [
         *             "orders:read"
         *           ],
         *           "Customer": null
         *         }
         *       ],
         *       "ConnectedAt": "2026-11-21T10:00:00.000Z",
         *       "UsedAt": "2026-11-22T10:00:00.000Z",
         *       "Active": true,
         *       "ActsUntil": "2027-11-21T10:00:00.000Z"
         *     }
         */
        readonly Agent: {
            readonly Access: readonly {
                /** @description Id of the only customer at which it may act, as the person has chosen. Null for all customers of the person. */
                readonly Customer: number | null;
                /** @description URL of the protected resource: the API or the MCP server. */
                readonly Resource: string;
                /** @description What the person has allowed. The role of the person limits it further. */
                readonly Scopes: readonly string[];
            }[];
            /** @description Whether it can get tokens without the person. */
            readonly Active: boolean;
            /**
             * Format: date-time
             * @description Until when it can act at the latest without asking the person again. Null if nothing that it has got is valid any more.
             */
            readonly ActsUntil: string | null;
            readonly ClientId: string;
            /** Format: date-time */
            readonly ConnectedAt: string;
            readonly Id: string;
            /** @description As the client calls itself; it is not verified. */
            readonly Name: string;
            /** @description The member for whom it acts. */
            readonly Person: {
                readonly Email: string;
                readonly Id: number;
            };
            /** @description Host that receives the answers to its requests. */
            readonly RedirectHost: string;
            /**
             * Format: date-time
             * @description When it last got a token.
             */
            readonly UsedAt: string;
        };
        /**
         * @description The data of an event of a limit that was reached.
         * @example {
         *       "AgentId": "agent_MDEyMzQ1Njc4OWFiY2RlZg",
         *       "Cap": "RefundAmount",
         *       "Limit": 500,
         *       "Used": 480.5,
         *       "Asked": 30,
         *       "ResetsAt": "2026-11-22T23:00:00.000Z"
         *     }
         */
        readonly AgentCappedEventData: {
            readonly AgentId: string;
            /** @description What the refused call asked for. Null: not known before. */
            readonly Asked: number | null;
            /** @description The limit that was reached, such as Writes. */
            readonly Cap: string;
            readonly Limit: number;
            /**
             * Format: date-time
             * @description When the next day begins.
             */
            readonly ResetsAt: string;
            /** @description What the agent had done on this day. */
            readonly Used: number;
        };
        /**
         * @description The most that an agent does in a day of the time zone of the customer.
         * @example {
         *       "Calls": null,
         *       "Writes": 2000,
         *       "RefundAmount": 500,
         *       "UnitsCancelled": 200,
         *       "PriceChanges": 500
         *     }
         */
        readonly AgentCaps: {
            /** @description Calls of the API and of tools, reads included. Null is unlimited. */
            readonly Calls: number | null;
            /** @description Prices of products and channels that change. Null is unlimited. */
            readonly PriceChanges: number | null;
            /** @description What refunds and returns give back, in the base currency of the customer. Null is unlimited. */
            readonly RefundAmount: number | null;
            /** @description Units of orders that are cancelled. Null is unlimited. */
            readonly UnitsCancelled: number | null;
            /** @description Calls that write, and orders that jobs change. Null is unlimited. */
            readonly Writes: number | null;
        };
        /**
         * @description The data of an event of changed limits.
         * @example {
         *       "AgentId": null,
         *       "Caps": {
         *         "Calls": null,
         *         "Writes": 2000,
         *         "RefundAmount": 500,
         *         "UnitsCancelled": 200,
         *         "PriceChanges": 500
         *       }
         *     }
         */
        readonly AgentCapsEventData: {
            /** @description The Id of the agent, or its ClientId if it acts without a person. Null: all agents of the customer. */
            readonly AgentId: string | null;
            readonly Caps: components["schemas"]["AgentCaps"];
        };
        /**
         * @description The limits that are set. Those that are left out come from elsewhere.
         * @example {
         *       "Writes": 500,
         *       "RefundAmount": 100
         *     }
         */
        readonly AgentCapsRequest: {
            /** @description Calls of the API and of tools, reads included. Null is unlimited. */
            readonly Calls?: number | null;
            /** @description Prices of products and channels that change. Null is unlimited. */
            readonly PriceChanges?: number | null;
            /** @description What refunds and returns give back, in the base currency of the customer. Null is unlimited. */
            readonly RefundAmount?: number | null;
            /** @description Units of orders that are cancelled. Null is unlimited. */
            readonly UnitsCancelled?: number | null;
            /** @description Calls that write, and orders that jobs change. Null is unlimited. */
            readonly Writes?: number | null;
        };
        /**
         * @description An OAuth client that acts for a member, with what it has done today.
         * @example {
         *       "Id": "7-n4bQgYhMfWWaL-qgxVrQFa",
         *       "ClientId": "https://agent.example.com/client.json",
         *       "Name": "Order assistant",
         *       "Person": {
         *         "Id": 7,
         *         "Email": "ann@example.com"
         *       },
         *       "RedirectHost": "agent.example.com",
         *       "Access": [
         *         {
         *           "Resource": "https://hub.example.com/v2",
         *           "Scopes": [
         *             "orders:read"
         *           ],
         *           "Customer": null
         *         }
         *       ],
         *       "ConnectedAt": "2026-11-21T10:00:00.000Z",
         *       "UsedAt": "2026-11-22T10:00:00.000Z",
         *       "Active": true,
         *       "ActsUntil": "2027-11-21T10:00:00.000Z",
         *       "Stopped": null,
         *       "Usage": {
         *         "Caps": {
         *           "Calls": null,
         *           "Writes": 2000,
         *           "RefundAmount": 500,
         *           "UnitsCancelled": 200,
         *           "PriceChanges": 500
         *         },
         *         "Used": {
         *           "Calls": 812,
         *           "Writes": 96,
         *           "RefundAmount": 19.9,
         *           "UnitsCancelled": 2,
         *           "PriceChanges": 0
         *         },
         *         "ResetsAt": "2026-11-22T23:00:00.000Z"
         *       }
         *     }
         */
        readonly AgentDetails: {
            readonly Access: readonly {
                /** @description Id of the only customer at which it may act, as the person has chosen. Null for all customers of the person. */
                readonly Customer: number | null;
                /** @description URL of the protected resource: the API or the MCP server. */
                readonly Resource: string;
                /** @description What the person has allowed. The role of the person limits it further. */
                readonly Scopes: readonly string[];
            }[];
            /** @description Whether it can get tokens without the person. */
            readonly Active: boolean;
            /**
             * Format: date-time
             * @description Until when it can act at the latest without asking the person again. Null if nothing that it has got is valid any more.
             */
            readonly ActsUntil: string | null;
            readonly ClientId: string;
            /** Format: date-time */
            readonly ConnectedAt: string;
            readonly Id: string;
            /** @description As the client calls itself; it is not verified. */
            readonly Name: string;
            /** @description The member for whom it acts. */
            readonly Person: {
                readonly Email: string;
                readonly Id: number;
            };
            /** @description Host that receives the answers to its requests. */
            readonly RedirectHost: string;
            readonly Stopped: components["schemas"]["AgentStop"] | null;
            readonly Usage: components["schemas"]["UsageOfAgent"];
            /**
             * Format: date-time
             * @description When it last got a token.
             */
            readonly UsedAt: string;
        };
        /**
         * @description The data of an event of an agent.
         * @example {
         *       "ClientId": "https://agent.example.com/client.json",
         *       "Name": "Stock agent",
         *       "PersonId": 7,
         *       "Scopes": [
         *         "orders:read"
         *       ]
         *     }
         */
        readonly AgentEventData: {
            /** @description The OAuth client id of the agent. */
            readonly ClientId: string;
            /** @description As the client calls itself; it is not verified. */
            readonly Name: string;
            /** @description The member for whom it acts. Null for an agent without a person. */
            readonly PersonId: number | null;
            /** @description What it may do, at all resources of the hub; of agent.requested, what was asked for. None any more of agent.revoked. */
            readonly Scopes: readonly string[];
        };
        /**
         * @description Which calls of a kind need somebody.
         * @example {
         *       "Kind": "refund",
         *       "Needs": "PERSON",
         *       "Agents": "ALL",
         *       "Above": {
         *         "Amount": 100
         *       }
         *     }
         */
        readonly AgentRule: {
            readonly Above?: components["schemas"]["AgentRuleLimits"];
            /**
             * @description Which agents. ALL when left out.
             * @enum {string}
             */
            readonly Agents?: "ALL" | "HEADLESS";
            /**
             * @description What a call does. A call can be of several kinds: one that changes prices and stock is of both, and one that deletes is of `delete` as well.
             * @enum {string}
             */
            readonly Kind: "acknowledge" | "ship" | "cancel" | "return" | "refund" | "product" | "price" | "stock" | "offer_rules" | "order_job" | "delete" | "settings" | "other";
            /**
             * @description PERSON: the person of the agent, in its client, or a member. MEMBER: a member, in the console or by the API. Agents without a person always need a member.
             * @enum {string}
             */
            readonly Needs: "PERSON" | "MEMBER";
        };
        /**
         * @description A kind of call, and the limits that its rules may have.
         * @example {
         *       "Kind": "refund",
         *       "Limits": [
         *         "Amount",
         *         "Count"
         *       ]
         *     }
         */
        readonly AgentRuleKind: {
            /**
             * @description What a call does. A call can be of several kinds: one that changes prices and stock is of both, and one that deletes is of `delete` as well.
             * @enum {string}
             */
            readonly Kind: "acknowledge" | "ship" | "cancel" | "return" | "refund" | "product" | "price" | "stock" | "offer_rules" | "order_job" | "delete" | "settings" | "other";
            readonly Limits: readonly string[];
        };
        /**
         * @description Only calls need somebody that are above one of these limits, or of which the hub cannot know whether they are. Without limits, all calls of the kind do.
         * @example {
         *       "Amount": 100
         *     }
         */
        readonly AgentRuleLimits: {
            /** @description With VAT, in the base currency. Of cancel, return and refund. */
            readonly Amount?: number;
            /** @description Records in one call. Of all but delete, settings and other. */
            readonly Count?: number;
            /** @description Of ship, cancel and return. */
            readonly Units?: number;
        };
        /**
         * @description The limits above which calls need somebody. Null: none.
         * @example {
         *       "Amount": 100,
         *       "Units": null,
         *       "Count": null
         *     }
         */
        readonly AgentRuleLimitsResponse: {
            readonly Amount: number | null;
            readonly Count: number | null;
            readonly Units: number | null;
        };
        /**
         * @description Which calls of a kind need somebody.
         * @example {
         *       "Kind": "refund",
         *       "Needs": "PERSON",
         *       "Agents": "ALL",
         *       "Above": {
         *         "Amount": 100,
         *         "Units": null,
         *         "Count": null
         *       }
         *     }
         */
        readonly AgentRuleResponse: {
            readonly Above: components["schemas"]["AgentRuleLimitsResponse"];
            /**
             * @description Which agents. ALL when left out.
             * @enum {string}
             */
            readonly Agents: "ALL" | "HEADLESS";
            /**
             * @description What a call does. A call can be of several kinds: one that changes prices and stock is of both, and one that deletes is of `delete` as well.
             * @enum {string}
             */
            readonly Kind: "acknowledge" | "ship" | "cancel" | "return" | "refund" | "product" | "price" | "stock" | "offer_rules" | "order_job" | "delete" | "settings" | "other";
            /**
             * @description PERSON: the person of the agent, in its client, or a member. MEMBER: a member, in the console or by the API. Agents without a person always need a member.
             * @enum {string}
             */
            readonly Needs: "PERSON" | "MEMBER";
        };
        /**
         * @description Which calls agents do not make alone.
         * @example {
         *       "Rules": [
         *         {
         *           "Kind": "refund",
         *           "Needs": "PERSON",
         *           "Agents": "ALL",
         *           "Above": {
         *             "Amount": 100,
         *             "Units": null,
         *             "Count": null
         *           }
         *         }
         *       ],
         *       "ExpiryHours": 24,
         *       "IsDefault": false,
         *       "ChangedBy": "ann@example.com",
         *       "ChangedAt": "2026-11-22T09:00:00.000Z",
         *       "Kinds": [
         *         {
         *           "Kind": "refund",
         *           "Limits": [
         *             "Amount",
         *             "Count"
         *           ]
         *         }
         *       ],
         *       "DefaultRules": [
         *         {
         *           "Kind": "refund",
         *           "Needs": "PERSON",
         *           "Agents": "ALL",
         *           "Above": {
         *             "Amount": 100,
         *             "Units": null,
         *             "Count": null
         *           }
         *         }
         *       ]
         *     }
         */
        readonly AgentRules: {
            /** Format: date-time */
            readonly ChangedAt: string | null;
            /** @description Who has stored them. */
            readonly ChangedBy: string | null;
            /** @description The rules of the hub, for customers that have stored none. */
            readonly DefaultRules: readonly components["schemas"]["AgentRuleResponse"][];
            readonly ExpiryHours: number;
            /** @description Whether the customer has stored none of its own. */
            readonly IsDefault: boolean;
            /** @description All kinds of calls, and the limits that rules of each may have. */
            readonly Kinds: readonly components["schemas"]["AgentRuleKind"][];
            readonly Rules: readonly components["schemas"]["AgentRuleResponse"][];
        };
        /**
         * @description The rules for agents, as they are now.
         * @example {
         *       "Rules": [
         *         {
         *           "Kind": "refund",
         *           "Needs": "PERSON",
         *           "Agents": "ALL",
         *           "Above": {
         *             "Amount": 100
         *           }
         *         }
         *       ],
         *       "ExpiryHours": 24
         *     }
         */
        readonly AgentRulesEventData: {
            readonly ExpiryHours: number;
            /** @description As they were sent to `PUT /v2/agent-rules`. */
            readonly Rules: readonly {
                readonly [key: string]: unknown;
            }[];
        };
        /**
         * @description Which calls agents do not make alone. It replaces the rules.
         * @example {
         *       "Rules": [
         *         {
         *           "Kind": "refund",
         *           "Needs": "PERSON",
         *           "Agents": "ALL",
         *           "Above": {
         *             "Amount": 100
         *           }
         *         }
         *       ],
         *       "ExpiryHours": 24
         *     }
         */
        readonly AgentRulesRequest: {
            /** @description For how long a call waits. */
            readonly ExpiryHours: number;
            /** @description All rules. A call for which no rule needs somebody is made at once. */
            readonly Rules: readonly components["schemas"]["AgentRule"][];
        };
        /**
         * @description A stop of an agent, or of all.
         * @example {
         *       "Id": 3,
         *       "AgentId": "agent_MDEyMzQ1Njc4OWFiY2RlZg",
         *       "Reason": "It cancels orders by mistake",
         *       "StoppedBy": {
         *         "Kind": "person",
         *         "Id": "1",
         *         "Label": "ann@example.com",
         *         "Person": null,
         *         "Tool": null
         *       },
         *       "StoppedAt": "2026-11-22T10:00:00.000Z",
         *       "EndedBy": null,
         *       "EndedAt": null
         *     }
         */
        readonly AgentStop: {
            /** @description The agent: its Id in the list of agents, or its ClientId if it acts without a person. Null: all agents of the customer. */
            readonly AgentId: string | null;
            /**
             * Format: date-time
             * @description Null: it is in force.
             */
            readonly EndedAt: string | null;
            readonly EndedBy: components["schemas"]["Actor"] | null;
            readonly Id: number;
            readonly Reason: string | null;
            /** Format: date-time */
            readonly StoppedAt: string;
            readonly StoppedBy: components["schemas"]["Actor"];
        };
        /**
         * @description The data of an event of a stop.
         * @example {
         *       "StopId": 3,
         *       "AgentId": "agent_MDEyMzQ1Njc4OWFiY2RlZg",
         *       "Reason": "It cancels orders by mistake"
         *     }
         */
        readonly AgentStopEventData: {
            /** @description The Id of the agent, or its ClientId if it acts without a person. Null: all agents of the customer. */
            readonly AgentId: string | null;
            readonly Reason: string | null;
            readonly StopId: number;
        };
        /**
         * @description Which agent is stopped, and why.
         * @example {
         *       "AgentId": "agent_MDEyMzQ1Njc4OWFiY2RlZg",
         *       "Reason": "It cancels orders by mistake"
         *     }
         */
        readonly AgentStopRequest: {
            /** @description The agent: its Id in the list of agents, or its ClientId if it acts without a person. Null: all agents of the customer. */
            readonly AgentId: string | null;
            /**
             * Format: block
             * @description Why, for the people who look after it. The agent is told.
             */
            readonly Reason?: string | null;
        };
        /**
         * @description What the agent has done today.
         * @example {
         *       "Calls": 812,
         *       "Writes": 96,
         *       "RefundAmount": 19.9,
         *       "UnitsCancelled": 2,
         *       "PriceChanges": 0
         *     }
         */
        readonly AgentUsage: {
            /** @description Calls of the API and of tools, reads included. */
            readonly Calls: number;
            /** @description Prices of products and channels that change. */
            readonly PriceChanges: number;
            /** @description What refunds and returns give back, in the base currency of the customer. */
            readonly RefundAmount: number;
            /** @description Units of orders that are cancelled. */
            readonly UnitsCancelled: number;
            /** @description Calls that write, and orders that jobs change. */
            readonly Writes: number;
        };
        /**
         * @description A call of an agent that waits for a person, or about which a person has decided.
         * @example {
         *       "Id": 12,
         *       "Status": "DONE",
         *       "Summary": "Create a refund (order \"A-17\"): refund 120.00 EUR.",
         *       "Needs": "PERSON",
         *       "Agent": {
         *         "Id": "2-0hXy7nQ1bC8kJp3mVt5wZg",
         *         "ClientId": "https://assistant.example/client.json",
         *         "Name": "Assistant",
         *         "Person": {
         *           "Id": 2,
         *           "Email": "bo@example.com"
         *         }
         *       },
         *       "Tool": "refund_order",
         *       "Operation": "createRefund",
         *       "Method": "POST",
         *       "Path": "/v2/refunds",
         *       "Body": {
         *         "MerchantReference": "G-8",
         *         "MerchantOrderReference": "A-17",
         *         "RefundInclVat": 120,
         *         "Reason": "Arrived broken"
         *       },
         *       "Products": [],
         *       "Measures": [
         *         {
         *           "Kind": "refund",
         *           "Amount": 120,
         *           "Units": null,
         *           "Count": 1
         *         }
         *       ],
         *       "CreatedAt": "2026-11-22T10:00:00.000Z",
         *       "ExpiresAt": "2026-11-23T10:00:00.000Z",
         *       "DecidedBy": {
         *         "Kind": "person",
         *         "Id": "1",
         *         "Label": "ann@example.com"
         *       },
         *       "DecidedAt": "2026-11-22T10:05:00.000Z",
         *       "Reason": null,
         *       "Answer": {
         *         "Status": 201,
         *         "Body": {
         *           "Id": 8,
         *           "MerchantReference": "G-8",
         *           "RefundInclVat": 120
         *         }
         *       },
         *       "EndedAt": "2026-11-22T10:05:00.000Z",
         *       "Actions": []
         *     }
         */
        readonly Approval: {
            /** @description What the caller may do with the record at the moment of the answer: the actions that its kind of key has a call for, without those that would change nothing. */
            readonly Actions: readonly components["schemas"]["ApprovalAction"][];
            readonly Agent: components["schemas"]["ApprovalAgent"];
            readonly Answer: components["schemas"]["ApprovalAnswer"] | null;
            /** @description As it was sent. Null for callers that may not make the call themselves. */
            readonly Body: unknown;
            /** Format: date-time */
            readonly CreatedAt: string;
            /** Format: date-time */
            readonly DecidedAt: string | null;
            readonly DecidedBy: components["schemas"]["ApprovalDecider"] | null;
            /** Format: date-time */
            readonly EndedAt: string | null;
            /**
             * Format: date-time
             * @description The call is not made later.
             */
            readonly ExpiresAt: string;
            readonly Id: number;
            /** @description What the call concerns. Null: unknown, or calls of the kind are not measured by it. */
            readonly Measures: readonly components["schemas"]["ApprovalMeasure"][];
            readonly Method: string;
            /** @description PERSON: the person of the agent, in its client, or a member. MEMBER: a member, in the console or by the API. */
            readonly Needs: string;
            /** @description The call of the API, such as createRefund. */
            readonly Operation: string;
            /** @description With the query. */
            readonly Path: string;
            /** @description The prices and stocks of products that the call names. Empty without some, and for callers that may not make the call themselves. */
            readonly Products: readonly components["schemas"]["ApprovalProduct"][];
            /** @description Why it was rejected. */
            readonly Reason: string | null;
            /**
             * @description PENDING: it waits. APPROVED: the hub is making the call. DONE: the call was made. FAILED: it was made, and refused.
             * @enum {string}
             */
            readonly Status: "PENDING" | "APPROVED" | "REJECTED" | "EXPIRED" | "DONE" | "FAILED";
            /** @description What the call would do, in a sentence. */
            readonly Summary: string;
            /** @description The tool of the MCP endpoint. Null of the API. */
            readonly Tool: string | null;
        };
        /**
         * @description A decision about a call that waits, and whether the caller may take it now.
         * @example {
         *       "Name": "approve",
         *       "IsAllowed": true,
         *       "Reason": null
         *     }
         */
        readonly ApprovalAction: {
            /** @description Whether the caller may do it now. */
            readonly IsAllowed: boolean;
            /**
             * @description The action.
             * @enum {string}
             */
            readonly Name: "approve" | "reject";
            /** @description Why the action is not allowed. Null if it is. */
            readonly Reason: {
                /** @description The code with which the call would be refused. */
                readonly Code: string;
                /** @description What prevents the action, and what to do. */
                readonly Message: string;
            } | null;
        };
        /**
         * @description The agent that made the call.
         * @example {
         *       "Id": "2-0hXy7nQ1bC8kJp3mVt5wZg",
         *       "ClientId": "https://assistant.example/client.json",
         *       "Name": "Assistant",
         *       "Person": {
         *         "Id": 2,
         *         "Email": "bo@example.com"
         *       }
         *     }
         */
        readonly ApprovalAgent: {
            readonly ClientId: string;
            /** @description As of `GET /v2/agents`, or the ClientId of a headless agent. */
            readonly Id: string;
            /** @description As the client calls itself; it is not verified. */
            readonly Name: string;
            /** @description The member for whom it acts. Null for an agent without a person. */
            readonly Person: {
                readonly Email: string;
                readonly Id: number;
            } | null;
        };
        /**
         * @description What the call was answered. Null until then.
         * @example {
         *       "Status": 201,
         *       "Body": {
         *         "Id": 8,
         *         "MerchantReference": "G-8",
         *         "RefundInclVat": 120
         *       }
         *     }
         */
        readonly ApprovalAnswer: {
            /** @description Null without one, if it is longer than 64 KB, or for callers that may not make the call themselves. */
            readonly Body: unknown;
            /** @description The HTTP status. */
            readonly Status: number;
        };
        /**
         * @description Who has decided.
         * @example {
         *       "Kind": "person",
         *       "Id": "1",
         *       "Label": "ann@example.com"
         *     }
         */
        readonly ApprovalDecider: {
            readonly Id: string;
            /**
             * @description Kind of the actor.
             * @enum {string}
             */
            readonly Kind: "key" | "person" | "agent" | "system";
            readonly Label: string;
        };
        /**
         * @description What became of a call of an agent that needs a person.
         * @example {
         *       "ClientId": "https://assistant.example/client.json",
         *       "AgentName": "Assistant",
         *       "PersonId": 2,
         *       "Tool": "refund_order",
         *       "Operation": "createRefund",
         *       "Summary": "Create a refund (order \"A-17\"): refund 120.00 EUR.",
         *       "Status": "DONE",
         *       "DecidedBy": {
         *         "Kind": "person",
         *         "Id": "1",
         *         "Label": "ann@example.com"
         *       },
         *       "AnswerStatus": 201
         *     }
         */
        readonly ApprovalEventData: {
            /** @description As the client calls itself; it is not verified. */
            readonly AgentName: string;
            /** @description The status of the answer to the call. */
            readonly AnswerStatus: number | null;
            /** @description The OAuth client id of the agent. */
            readonly ClientId: string;
            readonly DecidedBy: {
                readonly Id: string;
                /**
                 * @description Kind of the actor.
                 * @enum {string}
                 */
                readonly Kind: "key" | "person" | "agent" | "system";
                readonly Label: string;
            } | null;
            /** @description The call of the API, such as createRefund. */
            readonly Operation: string;
            /** @description The member for whom it acts. Null for an agent without a person. */
            readonly PersonId: number | null;
            /** @description Of the approval: PENDING, APPROVED, REJECTED, EXPIRED, DONE or FAILED. */
            readonly Status: string;
            /** @description What the call would do, in a sentence. */
            readonly Summary: string;
            /** @description The tool of the MCP endpoint. Null of the API. */
            readonly Tool: string | null;
        };
        /**
         * @description What a part of the call concerns.
         * @example {
         *       "Kind": "refund",
         *       "Amount": 120,
         *       "Units": null,
         *       "Count": 1
         *     }
         */
        readonly ApprovalMeasure: {
            readonly Amount: number | null;
            readonly Count: number | null;
            /**
             * @description What a call does. A call can be of several kinds: one that changes prices and stock is of both, and one that deletes is of `delete` as well.
             * @enum {string}
             */
            readonly Kind: "acknowledge" | "ship" | "cancel" | "return" | "refund" | "product" | "price" | "stock" | "offer_rules" | "order_job" | "delete" | "settings" | "other";
            readonly Units: number | null;
        };
        /**
         * @description A product, and the values that the call gives it.
         * @example {
         *       "MerchantProductReference": "CAP-RED",
         *       "Values": [
         *         {
         *           "Name": "Price",
         *           "Value": 12.95
         *         }
         *       ]
         *     }
         */
        readonly ApprovalProduct: {
            readonly MerchantProductReference: string;
            /** @description As they were sent. What the call does not change is not among them. */
            readonly Values: readonly components["schemas"]["ApprovalProductValue"][];
        };
        /**
         * @description A value as it was sent.
         * @example {
         *       "Name": "Price",
         *       "Value": 12.95
         *     }
         */
        readonly ApprovalProductValue: {
            /**
             * @description StockChange: units that come or go.
             * @enum {string}
             */
            readonly Name: "Price" | "Stock" | "StockChange";
            /** @description Prices are in the currency of the customer. Null removes the value. */
            readonly Value: number | null;
        };
        /**
         * @description Why a call is rejected.
         * @example {
         *       "Reason": "The buyer has already been paid"
         *     }
         */
        readonly ApprovalRejection: {
            /**
             * Format: line
             * @description Why, for the agent and its person.
             */
            readonly Reason?: string | null;
        };
        /**
         * @description An attempt to deliver an event.
         * @example {
         *       "StartedAt": "2026-11-22T08:29:59.871Z",
         *       "Milliseconds": 129,
         *       "Status": 204,
         *       "Error": null,
         *       "Request": "{\"type\":\"order.created\",\"timestamp\":\"2026-11-22T08:29:59.700Z\",\"data\":{\"Id\":\"evt_8123\"}}",
         *       "Answer": ""
         *     }
         */
        readonly AttemptResponse: {
            /** @description The first KB of the answer. */
            readonly Answer: string | null;
            /** @description Why the attempt failed; null after a success. */
            readonly Error: string | null;
            /** @description From the start to the answer. */
            readonly Milliseconds: number;
            /** @description The first KB of the body that was sent. Null without the scopes that events of this type need. */
            readonly Request: string | null;
            /** Format: date-time */
            readonly StartedAt: string;
            /** @description Of the answer; null if there was none. */
            readonly Status: number | null;
        };
        /**
         * @description A backorder to create.
         * @example {
         *       "MerchantBackorderReference": "B-1",
         *       "MerchantOrderReference": "A-1",
         *       "Lines": [
         *         {
         *           "Quantity": 1,
         *           "MerchantOrderLineReference": "A-1-1"
         *         }
         *       ]
         *     }
         */
        readonly BackorderRequest: {
            /**
             * Format: reference
             * @description The channel's reference of the order.
             */
            readonly ChannelOrderReference?: string | null;
            readonly Lines: readonly components["schemas"]["QuantityLine"][];
            /**
             * Format: fulfilment-reference
             * @description The merchant's reference of the backorder; unique, case-sensitive.
             */
            readonly MerchantBackorderReference: string;
            /**
             * Format: reference
             * @description The merchant's reference of the order.
             */
            readonly MerchantOrderReference: string;
        };
        /**
         * @description A backorder.
         * @example {
         *       "MerchantBackorderReference": "B-1",
         *       "Id": 12,
         *       "OrderId": 42,
         *       "ChannelId": 1,
         *       "MerchantOrderReference": "A-1",
         *       "ChannelOrderReference": "shop-1001",
         *       "Lines": [
         *         {
         *           "MerchantOrderLineReference": "A-1-1",
         *           "ChannelOrderLineReference": "line-1",
         *           "Quantity": 1
         *         }
         *       ],
         *       "CreatedAt": "2026-11-22T08:30:00.000Z",
         *       "UpdatedAt": "2026-11-22T08:30:00.000Z"
         *     }
         */
        readonly BackorderResponse: {
            /** @description The channel of the order. */
            readonly ChannelId: number;
            readonly ChannelOrderReference: string;
            /** Format: date-time */
            readonly CreatedAt: string;
            readonly Id: number;
            readonly Lines: readonly components["schemas"]["LineResponse"][];
            readonly MerchantBackorderReference: string;
            readonly MerchantOrderReference: string | null;
            readonly OrderId: number;
            /** Format: date-time */
            readonly UpdatedAt: string;
        };
        /**
         * @description An issue of an item of a batch.
         * @example {
         *       "path": "/Lines/0/MerchantProductReference",
         *       "message": "is not a product"
         *     }
         */
        readonly BatchIssue: {
            readonly message: string;
            readonly path: string;
        };
        /**
         * @description A cancellation by the merchant, who names the order by either of its references.
         * @example {
         *       "MerchantReference": "C-1",
         *       "Lines": [
         *         {
         *           "Quantity": 1,
         *           "MerchantOrderLineReference": "A-1-1"
         *         }
         *       ],
         *       "MerchantOrderReference": "A-1",
         *       "ReasonCode": "NOT_IN_STOCK"
         *     }
         */
        readonly CancellationRequest: {
            /** @description The channel of the order; needed where several channels have an order of this ChannelOrderReference. */
            readonly ChannelId?: number | null;
            /**
             * Format: reference
             * @description The channel's reference of the order.
             */
            readonly ChannelOrderReference?: string | null;
            readonly Lines: readonly components["schemas"]["QuantityLine"][];
            /**
             * Format: reference
             * @description The merchant's reference of the order.
             */
            readonly MerchantOrderReference?: string | null;
            /**
             * Format: fulfilment-reference
             * @description The merchant's reference of the cancellation; unique, case-sensitive.
             */
            readonly MerchantReference: string;
            /**
             * Format: block
             * @description Why, in words.
             */
            readonly Reason?: string | null;
            /**
             * @description Why; the first three mean manco.
             * @enum {string|null}
             */
            readonly ReasonCode?: "NOT_IN_STOCK" | "DAMAGED" | "INCOMPLETE" | "CLIENT_CANCELLED" | "INVALID_ADDRESS" | "OTHER" | null;
        };
        /**
         * @description A cancellation.
         * @example {
         *       "MerchantReference": "C-1",
         *       "ChannelCancellationReference": null,
         *       "Id": 12,
         *       "OrderId": 42,
         *       "ChannelId": 1,
         *       "MerchantOrderReference": "A-1",
         *       "ChannelOrderReference": "shop-1001",
         *       "ReasonCode": "NOT_IN_STOCK",
         *       "Reason": null,
         *       "Lines": [
         *         {
         *           "MerchantOrderLineReference": "A-1-1",
         *           "ChannelOrderLineReference": "line-1",
         *           "Quantity": 1
         *         }
         *       ],
         *       "CreatedAt": "2026-11-22T08:30:00.000Z",
         *       "UpdatedAt": "2026-11-22T08:30:00.000Z"
         *     }
         */
        readonly CancellationResponse: {
            readonly ChannelCancellationReference: string | null;
            /** @description The channel of the order. */
            readonly ChannelId: number;
            readonly ChannelOrderReference: string;
            /** Format: date-time */
            readonly CreatedAt: string;
            readonly Id: number;
            readonly Lines: readonly components["schemas"]["LineResponse"][];
            readonly MerchantOrderReference: string | null;
            readonly MerchantReference: string;
            readonly OrderId: number;
            /** @description Why, in words. */
            readonly Reason: string | null;
            /**
             * @description Why; the first three mean manco.
             * @enum {string|null}
             */
            readonly ReasonCode: "NOT_IN_STOCK" | "DAMAGED" | "INCOMPLETE" | "CLIENT_CANCELLED" | "INVALID_ADDRESS" | "OTHER" | null;
            /** Format: date-time */
            readonly UpdatedAt: string;
        };
        /**
         * @description What an agent may do in a day, and what it has done today.
         * @example {
         *       "AgentId": "agent_MDEyMzQ1Njc4OWFiY2RlZg",
         *       "Caps": {
         *         "Calls": null,
         *         "Writes": 2000,
         *         "RefundAmount": 500,
         *         "UnitsCancelled": 200,
         *         "PriceChanges": 500
         *       },
         *       "Own": [
         *         "Writes"
         *       ],
         *       "Used": {
         *         "Calls": 812,
         *         "Writes": 96,
         *         "RefundAmount": 19.9,
         *         "UnitsCancelled": 2,
         *         "PriceChanges": 0
         *       },
         *       "ResetsAt": "2026-11-22T23:00:00.000Z"
         *     }
         */
        readonly CapsOfAgent: {
            readonly AgentId: string;
            readonly Caps: components["schemas"]["AgentCaps"];
            /** @description The caps that were set for this agent. The others are those for all agents. */
            readonly Own: readonly string[];
            /**
             * Format: date-time
             * @description When the next day begins.
             */
            readonly ResetsAt: string;
            readonly Used: components["schemas"]["AgentUsage"];
        };
        /**
         * @description A cancellation by the channel, of an order that is not acknowledged yet.
         * @example {
         *       "ChannelCancellationReference": "shop-c-1",
         *       "ChannelOrderReference": "shop-1001",
         *       "Lines": [
         *         {
         *           "Quantity": 1,
         *           "ChannelOrderLineReference": "line-1"
         *         }
         *       ],
         *       "ReasonCode": "CLIENT_CANCELLED"
         *     }
         */
        readonly ChannelCancellationRequest: {
            /**
             * Format: reference
             * @description The channel's reference of the cancellation; unique per channel.
             */
            readonly ChannelCancellationReference: string;
            /**
             * Format: reference
             * @description The channel's reference of the order.
             */
            readonly ChannelOrderReference: string;
            readonly Lines: readonly components["schemas"]["QuantityLine"][];
            /**
             * Format: block
             * @description Why, in words.
             */
            readonly Reason?: string | null;
            /**
             * @description Why; the first three mean manco.
             * @enum {string|null}
             */
            readonly ReasonCode?: "NOT_IN_STOCK" | "DAMAGED" | "INCOMPLETE" | "CLIENT_CANCELLED" | "INVALID_ADDRESS" | "OTHER" | null;
        };
        /**
         * @description The settings of a channel to change. A null Selection selects all products.
         * @example {
         *       "Mode": "grouped",
         *       "Selection": {
         *         "Brands": [
         *           "Acme"
         *         ],
         *         "Categories": [
         *           "Home > Kitchen"
         *         ]
         *       }
         *     }
         */
        readonly ChannelChange: {
            /** @description Whether a shipment can contain part of the units of a line. */
            readonly CanShipPartialOrderLines?: boolean;
            /** @description False: the keys of the channel are refused. */
            readonly IsActive?: boolean;
            /**
             * @description How the channel treats parents.
             * @enum {string}
             */
            readonly Mode?: "flat" | "grouped";
            /**
             * Format: line
             * @description Unique among the channels.
             */
            readonly Name?: string;
            /** @description Whether the channel gets price and stock in /products/data too. */
            readonly OffersInData?: boolean;
            readonly Selection?: components["schemas"]["Selection"] | null;
        };
        /**
         * @description The data of an event of a channel.
         * @example {
         *       "Name": "Web shop"
         *     }
         */
        readonly ChannelEventData: {
            /** @description What has changed, in words: what was before, and what is now. Channels do not get it. */
            readonly Changes?: readonly string[];
            readonly Name: string;
        };
        /**
         * @description What waits for a channel.
         * @example {
         *       "Id": 1,
         *       "Name": "Web shop",
         *       "IsActive": true,
         *       "HasKeys": true,
         *       "LastPoll": "2026-11-22T08:29:30.000Z",
         *       "Pending": 4
         *     }
         */
        readonly ChannelFigures: {
            /** @description Whether a program can poll for it. Orders of a channel without keys are entered by hand. */
            readonly HasKeys: boolean;
            readonly Id: number;
            readonly IsActive: boolean;
            /** Format: date-time */
            readonly LastPoll: string | null;
            readonly Name: string;
            /** @description Products and offers to be sent, as of the last poll or acknowledgement. */
            readonly Pending: number;
        };
        /**
         * @description A new channel.
         * @example {
         *       "Name": "Marketplace",
         *       "Mode": "grouped",
         *       "CanShipPartialOrderLines": false
         *     }
         */
        readonly ChannelRequest: {
            /** @description Whether a shipment can contain part of the units of a line. */
            readonly CanShipPartialOrderLines?: boolean;
            /**
             * @description How the channel treats parents.
             * @enum {string}
             */
            readonly Mode?: "flat" | "grouped";
            /**
             * Format: line
             * @description Unique among the channels.
             */
            readonly Name: string;
            /** @description Whether the channel gets price and stock in /products/data too. */
            readonly OffersInData?: boolean;
            readonly Selection?: components["schemas"]["Selection"] | null;
        };
        /**
         * @description A channel: a shop or marketplace that sells the products of a merchant.
         * @example {
         *       "Id": 1,
         *       "Name": "Web shop",
         *       "Mode": "flat",
         *       "CanShipPartialOrderLines": true,
         *       "IsActive": true,
         *       "OffersInData": false,
         *       "Selection": null
         *     }
         */
        readonly ChannelResponse: {
            readonly CanShipPartialOrderLines: boolean;
            readonly Id: number;
            /** @description Whether the keys of the channel are accepted. */
            readonly IsActive: boolean;
            /**
             * @description 'flat': parents are ignored; 'grouped': parents are sent too.
             * @enum {string}
             */
            readonly Mode: "flat" | "grouped";
            readonly Name: string;
            /** @description Whether the channel sees price and stock in /products/data too. */
            readonly OffersInData: boolean;
            readonly Selection: components["schemas"]["SelectionResponse"] | null;
        };
        /**
         * @description A return as the channel announces it. The merchant decides on it later.
         * @example {
         *       "ChannelReturnReference": "shop-r-1",
         *       "ChannelOrderReference": "shop-1001",
         *       "Lines": [
         *         {
         *           "Quantity": 1,
         *           "ChannelOrderLineReference": "line-1"
         *         }
         *       ],
         *       "Reason": "PRODUCT_UNSATISFACTORY",
         *       "CustomerComment": "The colour is different."
         *     }
         */
        readonly ChannelReturnRequest: {
            /**
             * Format: reference
             * @description The channel's reference of the order.
             */
            readonly ChannelOrderReference: string;
            /**
             * Format: reference
             * @description The channel's reference of the return; unique per channel.
             */
            readonly ChannelReturnReference: string;
            /**
             * Format: block
             * @description Comment of the customer.
             */
            readonly CustomerComment?: string | null;
            readonly Lines: readonly components["schemas"]["QuantityLine"][];
            /**
             * Format: reference
             * @description The merchant's reference of the order.
             */
            readonly MerchantOrderReference?: string | null;
            /**
             * @description Why it comes back.
             * @enum {string|null}
             */
            readonly Reason?: "PRODUCT_DEFECT" | "PRODUCT_UNSATISFACTORY" | "REFUSED" | "REFUSED_DAMAGED" | "WRONG_ADDRESS" | "NOT_COLLECTED" | "OTHER" | null;
        };
        /**
         * @description A record of the hub as it is in a shop.
         * @example {
         *       "ConnectionId": 7,
         *       "ConnectionName": "Shop in Antwerp",
         *       "Shop": "medusa",
         *       "Kind": "product",
         *       "HubId": "MUG-BLUE",
         *       "ShopId": "variant_01",
         *       "Reference": null,
         *       "Url": "https://shop.example.com/app/products/prod_01",
         *       "State": "linked",
         *       "Problem": {
         *         "Id": 31,
         *         "Kind": "product",
         *         "HubId": "MUG-BLUE",
         *         "ShopId": "variant_01",
         *         "OrderId": null,
         *         "Reference": null,
         *         "Code": "missing_sku",
         *         "Message": "The variant has no SKU.",
         *         "Remedy": "Give the variant a SKU in the shop, and retry.",
         *         "ShopMessage": null,
         *         "Since": "2026-11-26T08:30:00.000Z",
         *         "UpdatedAt": "2026-11-26T08:30:00.000Z"
         *       }
         *     }
         */
        readonly ConnectedRecord: {
            readonly ConnectionId: number;
            readonly ConnectionName: string;
            /** @description Of the record in the hub. */
            readonly HubId: string;
            /**
             * @description Of the record.
             * @enum {string}
             */
            readonly Kind: "product" | "order" | "order_line" | "shipment" | "cancellation" | "return" | "refund";
            /** @description What is wrong with it. Null if nothing is. */
            readonly Problem: components["schemas"]["ConnectionProblemResponse"] | null;
            /** @description The number or name by which people in the shop know it. */
            readonly Reference: string | null;
            /** @description Which adapter, such as `vendure`. */
            readonly Shop: string;
            /** @description Of the record in the shop. */
            readonly ShopId: string | null;
            /**
             * @description Whether the record is in the shop. Null if it never was.
             * @enum {string|null}
             */
            readonly State: "creating" | "linked" | "removed" | null;
            /** @description The page of the record in the shop. */
            readonly Url: string | null;
        };
        /**
         * @description Changes of a connection. Values that are left out do not change.
         * @example {
         *       "IsPaused": true
         *     }
         */
        readonly ConnectionChange: {
            /** @description Whether the connector only waits, until it is set to false. */
            readonly IsPaused?: boolean;
            /**
             * Format: line
             * @description A name for people.
             */
            readonly Name?: string;
            /** @description What the connector needs to know of the shop, without secrets: plain values by name, up to 16 KB. A name such as `apiKey` is refused: secrets are given to the connector only. */
            readonly Settings?: {
                readonly [key: string]: string | number | boolean;
            };
        };
        /**
         * @description How many records are paired.
         * @example {
         *       "Linked": {
         *         "order": 12,
         *         "product": 500
         *       },
         *       "Creating": 0,
         *       "Problems": 1
         *     }
         */
        readonly ConnectionCounts: {
            /** @description Records whose creation in the shop was begun and not confirmed. */
            readonly Creating: number;
            /** @description Records that are in the hub and in the shop, by kind. */
            readonly Linked: {
                readonly [key: string]: number;
            };
            /** @description Records with a problem. */
            readonly Problems: number;
        };
        /**
         * @description How far a connector has read.
         * @example {
         *       "Lease": 3,
         *       "Cursors": {
         *         "products": "2026-11-26T08:29:59Z"
         *       }
         *     }
         */
        readonly ConnectionCursorsRequest: {
            /** @description How far the connector has read, by name. Null ends a cursor. Cursors that are not named stay. */
            readonly Cursors: {
                readonly [key: string]: string | null;
            };
            /** @description The number of the lease, as `leaseConnection` has answered it. */
            readonly Lease: number;
        };
        /**
         * @description All cursors of a connection.
         * @example {
         *       "Cursors": {
         *         "products": "2026-11-26T08:29:59Z"
         *       }
         *     }
         */
        readonly ConnectionCursorsResponse: {
            /** @description All cursors of the connection, by name. */
            readonly Cursors: {
                readonly [key: string]: string;
            };
        };
        /**
         * @description The data of an event of a connection.
         * @example {
         *       "Name": "Shop in Antwerp",
         *       "Shop": "medusa"
         *     }
         */
        readonly ConnectionEventData: {
            /** @description Of the connection. */
            readonly Name: string;
            /** @description Which adapter, such as `vendure`. */
            readonly Shop: string;
        };
        /**
         * @description The data of an event about a shop that cannot be used.
         * @example {
         *       "Name": "Shop in Antwerp",
         *       "Shop": "medusa",
         *       "Message": "The shop refuses the key.",
         *       "Remedy": "Create another key in the shop, and give it to the connector."
         *     }
         */
        readonly ConnectionFailureEventData: {
            /** @description What happened. */
            readonly Message: string;
            /** @description Of the connection. */
            readonly Name: string;
            /** @description What a person can do. */
            readonly Remedy: string;
            /** @description Which adapter, such as `vendure`. */
            readonly Shop: string;
        };
        /**
         * @description Why a shop cannot be used.
         * @example {
         *       "Message": "The shop refuses the key.",
         *       "Remedy": "Create another key in the shop, and give it to the connector."
         *     }
         */
        readonly ConnectionFailureRequest: {
            /**
             * Format: block
             * @description What happened, without secrets.
             */
            readonly Message: string;
            /**
             * Format: block
             * @description What a person can do.
             */
            readonly Remedy: string;
        };
        /**
         * @description Why a shop cannot be used, and since when.
         * @example {
         *       "Message": "The shop refuses the key.",
         *       "Remedy": "Create another key in the shop, and give it to the connector.",
         *       "Since": "2026-11-26T08:30:00.000Z"
         *     }
         */
        readonly ConnectionFailureResponse: {
            /** @description What happened. */
            readonly Message: string;
            /** @description What a person can do. */
            readonly Remedy: string;
            /** Format: date-time */
            readonly Since: string;
        };
        /**
         * @description What is wrong with shops.
         * @example {
         *       "Failing": 0,
         *       "Offline": 0,
         *       "Problems": 3
         *     }
         */
        readonly ConnectionFigures: {
            /** @description Connections whose shop cannot be used. */
            readonly Failing: number;
            /** @description Connections that no connector has served for 5 minutes. */
            readonly Offline: number;
            /** @description Records with a problem in a shop. */
            readonly Problems: number;
        };
        /**
         * @description What a test has found.
         * @example {
         *       "Level": "warning",
         *       "Message": "The key cannot read returns.",
         *       "Remedy": "Give the key the right to read returns."
         *     }
         */
        readonly ConnectionFinding: {
            /**
             * @description With an error, the connection cannot run.
             * @enum {string}
             */
            readonly Level: "ok" | "warning" | "error";
            /**
             * Format: block
             * @description What was checked and found.
             */
            readonly Message: string;
            /**
             * Format: block
             * @description What to do, in the words of the shop.
             */
            readonly Remedy?: string | null;
        };
        /**
         * @description What a test has found.
         * @example {
         *       "Level": "warning",
         *       "Message": "The key cannot read returns.",
         *       "Remedy": "Give the key the right to read returns."
         *     }
         */
        readonly ConnectionFindingResponse: {
            /**
             * @description With an error, the connection cannot run.
             * @enum {string}
             */
            readonly Level: "ok" | "warning" | "error";
            /** @description What was checked and found. */
            readonly Message: string;
            /** @description What to do, in the words of the shop. */
            readonly Remedy: string | null;
        };
        /**
         * @description The connector that serves a connection.
         * @example {
         *       "Holder": "host-1/4711",
         *       "ExpiresAt": "2026-11-26T08:31:00.000Z"
         *     }
         */
        readonly ConnectionHolder: {
            /** Format: date-time */
            readonly ExpiresAt: string;
            /** @description The name of the connector. */
            readonly Holder: string;
        };
        /**
         * @description Who serves a connection, for how long, and how it is doing.
         * @example {
         *       "Holder": "host-1/4711",
         *       "Seconds": 60,
         *       "Pending": {
         *         "orders": 0
         *       },
         *       "LagSeconds": 0
         *     }
         */
        readonly ConnectionLeaseRequest: {
            /** @description Why the shop cannot be used, such as a secret that the connector does not have. Null: it can be. Stays when left out. */
            readonly Failure?: components["schemas"]["ConnectionFailureRequest"] | null;
            /**
             * Format: line
             * @description A name that only this process has, such as its host and a random number.
             */
            readonly Holder: string;
            /** @description For how long the oldest item waits. Stays when left out. */
            readonly LagSeconds?: number | null;
            /** @description What waits, by step. What was said last stays when left out. */
            readonly Pending?: {
                readonly [key: string]: number;
            } | null;
            /** @description For how long, from now. */
            readonly Seconds: number;
        };
        /**
         * @description A lease, and what its holder has to know.
         * @example {
         *       "Number": 3,
         *       "ExpiresAt": "2026-11-26T08:31:00.000Z",
         *       "IsPaused": false,
         *       "Version": 1,
         *       "Requests": [
         *         {
         *           "Id": 5,
         *           "Action": "retry",
         *           "Problem": {
         *             "Id": 31,
         *             "Kind": "product",
         *             "HubId": "MUG-BLUE",
         *             "ShopId": "variant_01",
         *             "Code": "missing_sku"
         *           },
         *           "CreatedAt": "2026-11-26T08:30:00.000Z"
         *         }
         *       ],
         *       "Work": "17"
         *     }
         */
        readonly ConnectionLeaseResponse: {
            /** Format: date-time */
            readonly ExpiresAt: string;
            /** @description Whether the connector only waits. */
            readonly IsPaused: boolean;
            /** @description Names the lease in each write. It grows with each change of the holder. */
            readonly Number: number;
            /** @description What people ask, oldest first, up to 100. Each comes again until a run names it, so that it is not lost with an answer: a connector remembers by Id what it has begun. */
            readonly Requests: readonly components["schemas"]["ConnectionRequestResponse"][];
            /** @description Of the connection. If it has grown, the connector reads the settings again. */
            readonly Version: number;
            /** @description Changes if there may be something new to carry to the shop: orders and what happened to them; for a channel also products and offers. While it is the same as before the last successful run of this process, the connector need not read them. */
            readonly Work: string;
        };
        /**
         * @description Which record of the hub is which record of the shop.
         * @example {
         *       "Kind": "product",
         *       "HubId": "MUG-BLUE",
         *       "State": "linked",
         *       "ShopId": "variant_01",
         *       "Fingerprint": "5f2a",
         *       "Url": "https://shop.example.com/app/products/prod_01",
         *       "Data": null
         *     }
         */
        readonly ConnectionPairRequest: {
            /** @description What the connector needs later, such as the ids of the lines of an order in the shop. Up to 32 KB. */
            readonly Data?: {
                readonly [key: string]: unknown;
            } | null;
            /**
             * Format: line
             * @description Of what was last written to the shop.
             */
            readonly Fingerprint?: string | null;
            /**
             * Format: line
             * @description Of the record in the hub: the MerchantProductReference of a product, the Id of others.
             */
            readonly HubId: string;
            /**
             * @description Of the record.
             * @enum {string}
             */
            readonly Kind: "product" | "order" | "order_line" | "shipment" | "cancellation" | "return" | "refund";
            /**
             * Format: line
             * @description Of the record in the shop. Null while it is not known.
             */
            readonly ShopId?: string | null;
            /**
             * @description creating: stored before the shop is asked to create the record, so that a connector that starts again looks for it first. removed: it is no longer in the shop.
             * @enum {string}
             */
            readonly State: "creating" | "linked" | "removed";
            /**
             * Format: web-url
             * @description The page of the record in the shop.
             */
            readonly Url?: string | null;
        };
        /**
         * @description Which record of the hub is which record of the shop.
         * @example {
         *       "Kind": "product",
         *       "HubId": "MUG-BLUE",
         *       "ShopId": "variant_01",
         *       "State": "linked",
         *       "Fingerprint": "5f2a",
         *       "Url": "https://shop.example.com/app/products/prod_01",
         *       "Data": null,
         *       "CreatedAt": "2026-11-26T08:30:00.000Z",
         *       "UpdatedAt": "2026-11-26T08:30:00.000Z"
         *     }
         */
        readonly ConnectionPairResponse: {
            /** Format: date-time */
            readonly CreatedAt: string;
            /** @description What the connector needs later, such as the ids of the lines of an order in the shop. */
            readonly Data: {
                readonly [key: string]: unknown;
            } | null;
            /** @description Of what was last written to the shop. */
            readonly Fingerprint: string | null;
            /** @description Of the record in the hub. */
            readonly HubId: string;
            /**
             * @description Of the record.
             * @enum {string}
             */
            readonly Kind: "product" | "order" | "order_line" | "shipment" | "cancellation" | "return" | "refund";
            /** @description Of the record in the shop. */
            readonly ShopId: string | null;
            /**
             * @description Whether the record is in the shop.
             * @enum {string}
             */
            readonly State: "creating" | "linked" | "removed";
            /** Format: date-time */
            readonly UpdatedAt: string;
            /** @description The page of the record in the shop. */
            readonly Url: string | null;
        };
        /**
         * @description Pairs to store: all of them, or none.
         * @example {
         *       "Lease": 3,
         *       "Pairs": [
         *         {
         *           "Kind": "product",
         *           "HubId": "MUG-BLUE",
         *           "State": "linked",
         *           "ShopId": "variant_01",
         *           "Fingerprint": "5f2a",
         *           "Url": "https://shop.example.com/app/products/prod_01",
         *           "Data": null
         *         }
         *       ]
         *     }
         */
        readonly ConnectionPairsRequest: {
            /** @description The number of the lease, as `leaseConnection` has answered it. */
            readonly Lease: number;
            readonly Pairs: readonly components["schemas"]["ConnectionPairRequest"][];
        };
        /**
         * @description What has become of pairs that were stored.
         * @example {
         *       "Changed": 1
         *     }
         */
        readonly ConnectionPairsStored: {
            /** @description Pairs that are new or other than before. */
            readonly Changed: number;
        };
        /**
         * @description What is wrong with a record.
         * @example {
         *       "Kind": "product",
         *       "Code": "missing_sku",
         *       "Message": "The variant has no SKU.",
         *       "Remedy": "Give the variant a SKU in the shop, and retry.",
         *       "HubId": "MUG-BLUE",
         *       "ShopId": "variant_01",
         *       "ShopMessage": null
         *     }
         */
        readonly ConnectionProblemRequest: {
            /** @description Stable, such as `missing_sku`. */
            readonly Code: string;
            /**
             * Format: line
             * @description Of the record in the hub: the MerchantProductReference of a product, the Id of others.
             */
            readonly HubId?: string | null;
            /**
             * @description Of the record.
             * @enum {string}
             */
            readonly Kind: "product" | "order" | "order_line" | "shipment" | "cancellation" | "return" | "refund";
            /**
             * Format: block
             * @description What happened, with the value, without secrets.
             */
            readonly Message: string;
            /** @description The order of the hub to which the record belongs. */
            readonly OrderId?: number | null;
            /**
             * Format: block
             * @description What a person can do.
             */
            readonly Remedy: string;
            /**
             * Format: line
             * @description Of the record in the shop.
             */
            readonly ShopId?: string | null;
            /**
             * Format: block
             * @description The answer of the shop in its own words, without secrets.
             */
            readonly ShopMessage?: string | null;
        };
        /**
         * @description What is wrong with a record, and what a person can do.
         * @example {
         *       "Id": 31,
         *       "Kind": "product",
         *       "HubId": "MUG-BLUE",
         *       "ShopId": "variant_01",
         *       "OrderId": null,
         *       "Reference": null,
         *       "Code": "missing_sku",
         *       "Message": "The variant has no SKU.",
         *       "Remedy": "Give the variant a SKU in the shop, and retry.",
         *       "ShopMessage": null,
         *       "Since": "2026-11-26T08:30:00.000Z",
         *       "UpdatedAt": "2026-11-26T08:30:00.000Z"
         *     }
         */
        readonly ConnectionProblemResponse: {
            /** @description Stable, such as `missing_sku`. */
            readonly Code: string;
            /** @description Of the record in the hub. */
            readonly HubId: string | null;
            readonly Id: number;
            /**
             * @description Of the record.
             * @enum {string}
             */
            readonly Kind: "product" | "order" | "order_line" | "shipment" | "cancellation" | "return" | "refund";
            /** @description What happened. */
            readonly Message: string;
            /** @description The order of the hub to which the record belongs. */
            readonly OrderId: number | null;
            /** @description The number of the order in the shop, or of the one to which it belongs. */
            readonly Reference: string | null;
            /** @description What a person can do. */
            readonly Remedy: string;
            /** @description Of the record in the shop. */
            readonly ShopId: string | null;
            /** @description The answer of the shop in its own words. */
            readonly ShopMessage: string | null;
            /**
             * Format: date-time
             * @description When the record first had a problem; another one keeps it.
             */
            readonly Since: string;
            /** Format: date-time */
            readonly UpdatedAt: string;
        };
        /**
         * @description What is wrong with records, and which have no problem any more.
         * @example {
         *       "Lease": 3,
         *       "Problems": [
         *         {
         *           "Kind": "product",
         *           "Code": "missing_sku",
         *           "Message": "The variant has no SKU.",
         *           "Remedy": "Give the variant a SKU in the shop, and retry.",
         *           "HubId": "MUG-BLUE",
         *           "ShopId": "variant_01",
         *           "ShopMessage": null
         *         }
         *       ],
         *       "Solved": [
         *         {
         *           "Kind": "order",
         *           "HubId": "42"
         *         }
         *       ]
         *     }
         */
        readonly ConnectionProblemsRequest: {
            /** @description The number of the lease, as `leaseConnection` has answered it. */
            readonly Lease: number;
            /** @description What is wrong with records now. A record has one problem. */
            readonly Problems?: readonly components["schemas"]["ConnectionProblemRequest"][];
            /** @description Records that have no problem any more. */
            readonly Solved?: readonly components["schemas"]["ConnectionRecord"][];
        };
        /**
         * @description How many records have a problem.
         * @example {
         *       "Problems": 1
         *     }
         */
        readonly ConnectionProblemsStored: {
            /** @description Records of the connection with a problem now. */
            readonly Problems: number;
        };
        /**
         * @description A record, by its id in the hub, in the shop, or both.
         * @example {
         *       "Kind": "product",
         *       "HubId": "MUG-BLUE",
         *       "ShopId": "variant_01"
         *     }
         */
        readonly ConnectionRecord: {
            /**
             * Format: line
             * @description Of the record in the hub: the MerchantProductReference of a product, the Id of others.
             */
            readonly HubId?: string | null;
            /**
             * @description Of the record.
             * @enum {string}
             */
            readonly Kind: "product" | "order" | "order_line" | "shipment" | "cancellation" | "return" | "refund";
            /**
             * Format: line
             * @description Of the record in the shop.
             */
            readonly ShopId?: string | null;
        };
        /**
         * @description A shop to connect. It never contains a secret.
         * @example {
         *       "Name": "Shop in Antwerp",
         *       "Shop": "medusa",
         *       "Role": "merchant",
         *       "Settings": {
         *         "url": "https://shop.example.com",
         *         "salesChannelId": "sc_01"
         *       }
         *     }
         */
        readonly ConnectionRequest: {
            /** @description The channel that the shop is, for the role `channel`. */
            readonly ChannelId?: number | null;
            /**
             * Format: line
             * @description A name for people.
             */
            readonly Name: string;
            /**
             * @description merchant: the shop sells from its own stock, and gets orders. channel: the shop sells the products of the hub.
             * @enum {string}
             */
            readonly Role: "merchant" | "channel";
            /** @description What the connector needs to know of the shop, without secrets: plain values by name, up to 16 KB. A name such as `apiKey` is refused: secrets are given to the connector only. */
            readonly Settings: {
                readonly [key: string]: string | number | boolean;
            };
            /** @description Which adapter, such as `vendure`. */
            readonly Shop: string;
        };
        /**
         * @description The problem whose record is to be tried again.
         * @example {
         *       "Id": 31,
         *       "Kind": "product",
         *       "HubId": "MUG-BLUE",
         *       "ShopId": "variant_01",
         *       "Code": "missing_sku"
         *     }
         */
        readonly ConnectionRequestedProblem: {
            readonly Code: string;
            /** @description Of the record in the hub. */
            readonly HubId: string | null;
            readonly Id: number;
            /**
             * @description Of the record.
             * @enum {string}
             */
            readonly Kind: "product" | "order" | "order_line" | "shipment" | "cancellation" | "return" | "refund";
            /** @description Of the record in the shop. */
            readonly ShopId: string | null;
        };
        /**
         * @description The data of an event about something that is asked of a connector.
         * @example {
         *       "Name": "Shop in Antwerp",
         *       "Shop": "medusa",
         *       "RequestId": 5,
         *       "Action": "run"
         *     }
         */
        readonly ConnectionRequestEventData: {
            /**
             * @description What is asked.
             * @enum {string}
             */
            readonly Action: "run" | "dry_run" | "test" | "retry";
            /** @description Of the connection. */
            readonly Name: string;
            readonly RequestId: number;
            /** @description Which adapter, such as `vendure`. */
            readonly Shop: string;
        };
        /**
         * @description What is asked of a connector.
         * @example {
         *       "Action": "retry",
         *       "ProblemId": 31
         *     }
         */
        readonly ConnectionRequestRequest: {
            /**
             * @description run: a run now. dry_run: what a run would change. test: whether everything is there that the connection needs. retry: a record with a problem again, or all of them.
             * @enum {string}
             */
            readonly Action: "run" | "dry_run" | "test" | "retry";
            /** @description Of retry: only the record of this problem. */
            readonly ProblemId?: number | null;
        };
        /**
         * @description What is asked of a connector.
         * @example {
         *       "Id": 5,
         *       "Action": "retry",
         *       "Problem": {
         *         "Id": 31,
         *         "Kind": "product",
         *         "HubId": "MUG-BLUE",
         *         "ShopId": "variant_01",
         *         "Code": "missing_sku"
         *       },
         *       "CreatedAt": "2026-11-26T08:30:00.000Z"
         *     }
         */
        readonly ConnectionRequestResponse: {
            /**
             * @description What is asked.
             * @enum {string}
             */
            readonly Action: "run" | "dry_run" | "test" | "retry";
            /** Format: date-time */
            readonly CreatedAt: string;
            readonly Id: number;
            /** @description Of retry: the problem. Null: all of them. */
            readonly Problem: components["schemas"]["ConnectionRequestedProblem"] | null;
        };
        /**
         * @description The connection of a shop.
         * @example {
         *       "Id": 7,
         *       "Name": "Shop in Antwerp",
         *       "Shop": "medusa",
         *       "Role": "merchant",
         *       "ChannelId": null,
         *       "Settings": {
         *         "url": "https://shop.example.com",
         *         "salesChannelId": "sc_01"
         *       },
         *       "IsPaused": false,
         *       "State": "running",
         *       "Failure": null,
         *       "LastRunAt": "2026-11-26T08:30:00.000Z",
         *       "LastSuccessAt": "2026-11-26T08:30:00.000Z",
         *       "LastChangeAt": "2026-11-26T08:30:00.000Z",
         *       "Lease": {
         *         "Holder": "host-1/4711",
         *         "ExpiresAt": "2026-11-26T08:31:00.000Z"
         *       },
         *       "Cursors": {
         *         "products": "2026-11-26T08:29:59Z"
         *       },
         *       "Counts": {
         *         "Linked": {
         *           "order": 12,
         *           "product": 500
         *         },
         *         "Creating": 0,
         *         "Problems": 1
         *       },
         *       "Pending": {
         *         "orders": 0
         *       },
         *       "LagSeconds": 0,
         *       "Version": 1,
         *       "CreatedAt": "2026-11-20T08:00:00.000Z",
         *       "UpdatedAt": "2026-11-26T08:30:00.000Z"
         *     }
         */
        readonly ConnectionResponse: {
            /** @description Of the role `channel`. */
            readonly ChannelId: number | null;
            readonly Counts: components["schemas"]["ConnectionCounts"];
            /** Format: date-time */
            readonly CreatedAt: string;
            /** @description How far the connector has read the shop, by name. */
            readonly Cursors: {
                readonly [key: string]: string;
            };
            /** @description Why the shop cannot be used. Null if it can. */
            readonly Failure: components["schemas"]["ConnectionFailureResponse"] | null;
            readonly Id: number;
            readonly IsPaused: boolean;
            /** @description For how long the oldest item waits, as the connector says. */
            readonly LagSeconds: number | null;
            /**
             * Format: date-time
             * @description The end of the last run that has changed something.
             */
            readonly LastChangeAt: string | null;
            /**
             * Format: date-time
             * @description The end of the last run that was recorded.
             */
            readonly LastRunAt: string | null;
            /**
             * Format: date-time
             * @description The end of the last run without a failure.
             */
            readonly LastSuccessAt: string | null;
            /** @description The connector that serves it. Null if there is none. */
            readonly Lease: components["schemas"]["ConnectionHolder"] | null;
            readonly Name: string;
            /** @description What waits, by step, as the connector says. Null if it has not said. */
            readonly Pending: {
                readonly [key: string]: number;
            } | null;
            /**
             * @description What the shop is for the hub.
             * @enum {string}
             */
            readonly Role: "merchant" | "channel";
            /** @description What the connector knows of the shop. It never contains a secret. */
            readonly Settings: {
                readonly [key: string]: string | number | boolean;
            };
            /** @description Which adapter, such as `vendure`. */
            readonly Shop: string;
            /**
             * @description new: no connector has served it yet. offline: it is not paused, and no connector has served it for 5 minutes.
             * @enum {string}
             */
            readonly State: "new" | "running" | "paused" | "failing" | "offline";
            /** Format: date-time */
            readonly UpdatedAt: string;
            /** @description Counts changes of the name, the settings and pauses. */
            readonly Version: number;
        };
        /**
         * @description What a run would change.
         * @example {
         *       "Step": "orders",
         *       "Action": "create",
         *       "Text": "Order 42 with 2 lines",
         *       "HubId": "42",
         *       "ShopId": null
         *     }
         */
        readonly ConnectionRunChange: {
            /**
             * @description What would be done.
             * @enum {string}
             */
            readonly Action: "create" | "update" | "remove";
            /**
             * Format: line
             * @description Of the record in the hub.
             */
            readonly HubId?: string | null;
            /**
             * Format: line
             * @description Of the record in the shop.
             */
            readonly ShopId?: string | null;
            /** @description Such as `orders`. */
            readonly Step: string;
            /**
             * Format: block
             * @description What would change, in words.
             */
            readonly Text: string;
        };
        /**
         * @description What a run would change.
         * @example {
         *       "Step": "orders",
         *       "Action": "create",
         *       "HubId": "42",
         *       "ShopId": null,
         *       "Text": "Order 42 with 2 lines"
         *     }
         */
        readonly ConnectionRunChangeResponse: {
            /**
             * @description What would be done.
             * @enum {string}
             */
            readonly Action: "create" | "update" | "remove";
            /** @description Of the record in the hub. */
            readonly HubId: string | null;
            /** @description Of the record in the shop. */
            readonly ShopId: string | null;
            /** @description Such as `orders`. */
            readonly Step: string;
            /** @description What would change, in words. */
            readonly Text: string;
        };
        /**
         * @description What a run has done, would do, or has found.
         * @example {
         *       "Id": 82,
         *       "StartedAt": "2026-11-26T08:29:59.000Z",
         *       "FinishedAt": "2026-11-26T08:30:00.000Z",
         *       "Trigger": "request",
         *       "RequestId": 5,
         *       "IsDryRun": true,
         *       "Outcome": "ok",
         *       "Failure": null,
         *       "Steps": [
         *         {
         *           "Step": "orders",
         *           "Read": 2,
         *           "Written": 1,
         *           "Unchanged": 1,
         *           "Failed": 0,
         *           "Milliseconds": 480
         *         }
         *       ],
         *       "ChangesTotal": 1,
         *       "Changes": [
         *         {
         *           "Step": "orders",
         *           "Action": "create",
         *           "HubId": "42",
         *           "ShopId": null,
         *           "Text": "Order 42 with 2 lines"
         *         }
         *       ],
         *       "Findings": [
         *         {
         *           "Level": "warning",
         *           "Message": "The key cannot read returns.",
         *           "Remedy": "Give the key the right to read returns."
         *         }
         *       ]
         *     }
         */
        readonly ConnectionRunDetails: {
            /** @description Of a dry run: the first changes that a run would make. */
            readonly Changes: readonly components["schemas"]["ConnectionRunChangeResponse"][];
            /** @description Of a dry run: the number of changes that a run would make. */
            readonly ChangesTotal: number | null;
            /** @description Why the shop could not be used. */
            readonly Failure: components["schemas"]["ConnectionRunFailureResponse"] | null;
            /** @description Of a test: what was found. */
            readonly Findings: readonly components["schemas"]["ConnectionFindingResponse"][];
            /** Format: date-time */
            readonly FinishedAt: string;
            readonly Id: number;
            /** @description Whether it has changed nothing. */
            readonly IsDryRun: boolean;
            /**
             * @description partly: some steps have failed.
             * @enum {string}
             */
            readonly Outcome: "ok" | "partly" | "failed";
            /** @description The request that it has answered. */
            readonly RequestId: number | null;
            /** Format: date-time */
            readonly StartedAt: string;
            readonly Steps: readonly components["schemas"]["ConnectionRunStepResponse"][];
            /**
             * @description What has started the run.
             * @enum {string}
             */
            readonly Trigger: "schedule" | "hint" | "event" | "request" | "start";
        };
        /**
         * @description Why a shop could not be used.
         * @example {
         *       "Kind": "denied",
         *       "Message": "The shop refuses the key.",
         *       "Remedy": "Create another key in the shop, and give it to the connector."
         *     }
         */
        readonly ConnectionRunFailure: {
            /**
             * @description unavailable and throttled: the next run tries again. denied and settings: a person must act. internal: a fault of the connector.
             * @enum {string}
             */
            readonly Kind: "unavailable" | "throttled" | "denied" | "settings" | "internal";
            /**
             * Format: block
             * @description What happened, without secrets.
             */
            readonly Message: string;
            /**
             * Format: block
             * @description What a person can do.
             */
            readonly Remedy: string;
        };
        /**
         * @description Why a shop could not be used.
         * @example {
         *       "Kind": "denied",
         *       "Message": "The shop refuses the key.",
         *       "Remedy": "Create another key in the shop, and give it to the connector."
         *     }
         */
        readonly ConnectionRunFailureResponse: {
            /**
             * @description Whether the next run tries again, or a person must act.
             * @enum {string}
             */
            readonly Kind: "unavailable" | "throttled" | "denied" | "settings" | "internal";
            /** @description What happened. */
            readonly Message: string;
            /** @description What a person can do. */
            readonly Remedy: string;
        };
        /**
         * @description A run to record.
         * @example {
         *       "Lease": 3,
         *       "StartedAt": "2026-11-26T08:29:59.000Z",
         *       "FinishedAt": "2026-11-26T08:30:00.000Z",
         *       "Trigger": "schedule",
         *       "IsDryRun": false,
         *       "Outcome": "ok",
         *       "Steps": [
         *         {
         *           "Step": "orders",
         *           "Read": 2,
         *           "Written": 1,
         *           "Unchanged": 1,
         *           "Failed": 0,
         *           "Milliseconds": 480
         *         }
         *       ],
         *       "RequestId": null,
         *       "Failure": null,
         *       "ChangesTotal": null
         *     }
         */
        readonly ConnectionRunRequest: {
            /** @description Of a dry run: the first changes that a run would make. */
            readonly Changes?: readonly components["schemas"]["ConnectionRunChange"][];
            /** @description Of a dry run: the number of changes that a run would make. */
            readonly ChangesTotal?: number | null;
            /** @description Why the shop could not be used. */
            readonly Failure?: components["schemas"]["ConnectionRunFailure"] | null;
            /** @description Of a test: what was found. */
            readonly Findings?: readonly components["schemas"]["ConnectionFinding"][];
            /**
             * Format: date-time
             * @description When it ended.
             */
            readonly FinishedAt: string;
            /** @description Whether it has changed nothing. */
            readonly IsDryRun: boolean;
            /** @description The number of the lease, as `leaseConnection` has answered it. */
            readonly Lease: number;
            /**
             * @description partly: some steps have failed.
             * @enum {string}
             */
            readonly Outcome: "ok" | "partly" | "failed";
            /** @description The request that it answers, which it closes. */
            readonly RequestId?: number | null;
            /**
             * Format: date-time
             * @description When it began.
             */
            readonly StartedAt: string;
            readonly Steps: readonly components["schemas"]["ConnectionRunStep"][];
            /**
             * @description What has started the run.
             * @enum {string}
             */
            readonly Trigger: "schedule" | "hint" | "event" | "request" | "start";
        };
        /**
         * @description What a run has done.
         * @example {
         *       "Id": 81,
         *       "StartedAt": "2026-11-26T08:29:59.000Z",
         *       "FinishedAt": "2026-11-26T08:30:00.000Z",
         *       "Trigger": "schedule",
         *       "RequestId": null,
         *       "IsDryRun": false,
         *       "Outcome": "ok",
         *       "Failure": null,
         *       "Steps": [
         *         {
         *           "Step": "orders",
         *           "Read": 2,
         *           "Written": 1,
         *           "Unchanged": 1,
         *           "Failed": 0,
         *           "Milliseconds": 480
         *         }
         *       ],
         *       "ChangesTotal": null
         *     }
         */
        readonly ConnectionRunResponse: {
            /** @description Of a dry run: the number of changes that a run would make. */
            readonly ChangesTotal: number | null;
            /** @description Why the shop could not be used. */
            readonly Failure: components["schemas"]["ConnectionRunFailureResponse"] | null;
            /** Format: date-time */
            readonly FinishedAt: string;
            readonly Id: number;
            /** @description Whether it has changed nothing. */
            readonly IsDryRun: boolean;
            /**
             * @description partly: some steps have failed.
             * @enum {string}
             */
            readonly Outcome: "ok" | "partly" | "failed";
            /** @description The request that it has answered. */
            readonly RequestId: number | null;
            /** Format: date-time */
            readonly StartedAt: string;
            readonly Steps: readonly components["schemas"]["ConnectionRunStepResponse"][];
            /**
             * @description What has started the run.
             * @enum {string}
             */
            readonly Trigger: "schedule" | "hint" | "event" | "request" | "start";
        };
        /**
         * @description What a step of a run has done.
         * @example {
         *       "Step": "orders",
         *       "Read": 2,
         *       "Written": 1,
         *       "Unchanged": 1,
         *       "Failed": 0,
         *       "Milliseconds": 480
         *     }
         */
        readonly ConnectionRunStep: {
            /** @description Records with a problem. */
            readonly Failed: number;
            /** @description For how long the step ran. */
            readonly Milliseconds: number;
            /** @description Records that were read. */
            readonly Read: number;
            /** @description Such as `orders`. */
            readonly Step: string;
            /** @description Records that were as they should be. */
            readonly Unchanged: number;
            /** @description Records that were created, updated or removed. */
            readonly Written: number;
        };
        /**
         * @description What a step of a run has done.
         * @example {
         *       "Step": "orders",
         *       "Read": 2,
         *       "Written": 1,
         *       "Unchanged": 1,
         *       "Failed": 0,
         *       "Milliseconds": 480
         *     }
         */
        readonly ConnectionRunStepResponse: {
            /** @description Records with a problem. */
            readonly Failed: number;
            /** @description For how long the step ran. */
            readonly Milliseconds: number;
            /** @description Records that were read. */
            readonly Read: number;
            /** @description Such as `orders`. */
            readonly Step: string;
            /** @description Records that were as they should be. */
            readonly Unchanged: number;
            /** @description Records that were created, updated or removed. */
            readonly Written: number;
        };
        /**
         * @description A value to choose.
         * @example {
         *       "Value": "gross",
         *       "Label": "With VAT"
         *     }
         */
        readonly ConnectorChoice: {
            /**
             * Format: line
             * @description In the words of the shop.
             */
            readonly Label: string;
            /**
             * Format: line
             * @description The value.
             */
            readonly Value: string;
        };
        /**
         * @description A value to choose.
         * @example {
         *       "Value": "gross",
         *       "Label": "With VAT"
         *     }
         */
        readonly ConnectorChoiceResponse: {
            readonly Label: string;
            readonly Value: string;
        };
        /**
         * @description What an adapter says of itself.
         * @example {
         *       "Title": "Medusa 2",
         *       "Roles": [
         *         "merchant"
         *       ],
         *       "Settings": [
         *         {
         *           "Name": "url",
         *           "Label": "Address",
         *           "Help": "The address of the shop, as in its administration.",
         *           "Type": "url",
         *           "Required": true
         *         }
         *       ],
         *       "Secrets": [
         *         {
         *           "Name": "apiKey",
         *           "Label": "Secret API key",
         *           "Help": "Created under Settings, API keys.",
         *           "Required": true
         *         }
         *       ],
         *       "Guide": "docs/guides/shops/medusa.md"
         *     }
         */
        readonly ConnectorRequest: {
            /**
             * Format: line
             * @description Where the guide is.
             */
            readonly Guide?: string | null;
            readonly Roles: readonly ("merchant" | "channel")[];
            /** @description What the connector gets from its own environment, never from the hub. */
            readonly Secrets: readonly components["schemas"]["ConnectorSecret"][];
            /** @description The fields of the form with which a shop is connected. */
            readonly Settings: readonly components["schemas"]["ConnectorSetting"][];
            /**
             * Format: line
             * @description The name for people, such as `Vendure 3`.
             */
            readonly Title: string;
        };
        /**
         * @description What an adapter says of itself.
         * @example {
         *       "Shop": "medusa",
         *       "Title": "Medusa 2",
         *       "Roles": [
         *         "merchant"
         *       ],
         *       "Settings": [
         *         {
         *           "Name": "url",
         *           "Label": "Address",
         *           "Help": "The address of the shop, as in its administration.",
         *           "Type": "url",
         *           "Choices": [],
         *           "Required": true,
         *           "Default": null,
         *           "Roles": [
         *             "merchant"
         *           ]
         *         }
         *       ],
         *       "Secrets": [
         *         {
         *           "Name": "apiKey",
         *           "Label": "Secret API key",
         *           "Help": "Created under Settings, API keys.",
         *           "Required": true
         *         }
         *       ],
         *       "Guide": "docs/guides/shops/medusa.md",
         *       "UpdatedAt": "2026-11-26T08:30:00.000Z"
         *     }
         */
        readonly ConnectorResponse: {
            /** @description Where the guide is. */
            readonly Guide: string | null;
            readonly Roles: readonly ("merchant" | "channel")[];
            readonly Secrets: readonly components["schemas"]["ConnectorSecretResponse"][];
            readonly Settings: readonly components["schemas"]["ConnectorSettingResponse"][];
            /** @description Which adapter, such as `vendure`. */
            readonly Shop: string;
            /** @description The name for people. */
            readonly Title: string;
            /**
             * Format: date-time
             * @description When a connector last said so.
             */
            readonly UpdatedAt: string;
        };
        /**
         * @description A secret that a connector needs.
         * @example {
         *       "Name": "apiKey",
         *       "Label": "Secret API key",
         *       "Help": "Created under Settings, API keys.",
         *       "Required": true
         *     }
         */
        readonly ConnectorSecret: {
            /**
             * Format: block
             * @description Where in the shop the value is found, or what it changes.
             */
            readonly Help: string;
            /**
             * Format: line
             * @description In the words of the shop.
             */
            readonly Label: string;
            /** @description The name of the value. */
            readonly Name: string;
            /** @description False when left out. */
            readonly Required?: boolean;
        };
        /**
         * @description A secret that a connector needs.
         * @example {
         *       "Name": "apiKey",
         *       "Label": "Secret API key",
         *       "Help": "Created under Settings, API keys.",
         *       "Required": true
         *     }
         */
        readonly ConnectorSecretResponse: {
            readonly Help: string;
            readonly Label: string;
            readonly Name: string;
            readonly Required: boolean;
        };
        /**
         * @description A field of the form of a shop.
         * @example {
         *       "Name": "url",
         *       "Label": "Address",
         *       "Help": "The address of the shop, as in its administration.",
         *       "Type": "url",
         *       "Required": true
         *     }
         */
        readonly ConnectorSetting: {
            /** @description Of the type `choice`. */
            readonly Choices?: readonly components["schemas"]["ConnectorChoice"][];
            /** @description The value that a form begins with. */
            readonly Default?: string | number | boolean | null;
            /**
             * Format: block
             * @description Where in the shop the value is found, or what it changes.
             */
            readonly Help: string;
            /**
             * Format: line
             * @description In the words of the shop.
             */
            readonly Label: string;
            /** @description The name of the value. */
            readonly Name: string;
            /** @description False when left out. */
            readonly Required?: boolean;
            /** @description The roles to which the field applies; all when left out. */
            readonly Roles?: readonly ("merchant" | "channel")[];
            /**
             * @description What the value is.
             * @enum {string}
             */
            readonly Type: "text" | "url" | "number" | "boolean" | "choice";
        };
        /**
         * @description A field of the form of a shop.
         * @example {
         *       "Name": "url",
         *       "Label": "Address",
         *       "Help": "The address of the shop, as in its administration.",
         *       "Type": "url",
         *       "Choices": [],
         *       "Required": true,
         *       "Default": null,
         *       "Roles": [
         *         "merchant"
         *       ]
         *     }
         */
        readonly ConnectorSettingResponse: {
            readonly Choices: readonly components["schemas"]["ConnectorChoiceResponse"][];
            /** @description The value that a form begins with. */
            readonly Default: string | number | boolean | null;
            readonly Help: string;
            readonly Label: string;
            readonly Name: string;
            readonly Required: boolean;
            /** @description The roles to which the field applies. */
            readonly Roles: readonly ("merchant" | "channel")[];
            /**
             * @description What the value is.
             * @enum {string}
             */
            readonly Type: "text" | "url" | "number" | "boolean" | "choice";
        };
        /**
         * @description A reason why an order has the status REQUIRES_CORRECTION.
         * @example {
         *       "Code": "UNKNOWN_PRODUCT",
         *       "Path": "/Lines/0/MerchantProductReference",
         *       "Message": "Product \"MUG-BLUE\" does not exist. Create it, or correct the line."
         *     }
         */
        readonly CorrectionResponse: {
            /**
             * @description What is wrong.
             * @enum {string}
             */
            readonly Code: "UNKNOWN_PRODUCT" | "PARENT_PRODUCT" | "NO_EXCHANGE_RATE";
            readonly Message: string;
            /** @description JSON pointer to what is to be corrected. */
            readonly Path: string;
        };
        /**
         * @description A product that the channel has created, with the reference that it gave the product.
         * @example {
         *       "MerchantReference": "MUG-BLUE",
         *       "ChannelReference": "shop-mug-blue"
         *     }
         */
        readonly CreatedReference: {
            /** @description The channel's own reference of the product, up to 250 characters. */
            readonly ChannelReference: string | null;
            /** @description The merchant's reference of the product, up to 255 characters. */
            readonly MerchantReference: string | null;
        };
        /**
         * @description The settings of the merchant that were changed, with their new values.
         * @example {
         *       "VatRule": "destination"
         *     }
         */
        readonly CustomerEventData: {
            /** Format: currency */
            readonly BaseCurrency?: string;
            /**
             * Format: country
             * @description ISO 3166-1 alpha-2: from where the merchant sells.
             */
            readonly CountryIso?: string;
            /**
             * @description 'acknowledged': the counts of the merchant do not contain the units of orders that it has acknowledged.
             * @enum {string|null}
             */
            readonly CountsExclude?: "acknowledged" | null;
            /** @description VAT of products that name no rate, in percent. */
            readonly DefaultVatRate?: number;
            /** @description Days from the date of an order until it is to be shipped: `ShipBy`. */
            readonly HandlingDays?: number;
            /** @description ISO 639-1: the languages in which the merchant writes to buyers, such as on packing slips. The first is for buyers in all other countries. */
            readonly Languages?: readonly string[] | null;
            /** Format: line */
            readonly Name?: string;
            /** @description Whether accepted units of a return are for sale again, where the return does not say so. Only if the hub keeps the stock. */
            readonly RestockReturns?: boolean;
            /**
             * Format: block
             * @description The address of the sender on packing slips, line by line.
             */
            readonly SenderAddress?: string | null;
            /**
             * Format: line
             * @description Who sends the parcels, on packing slips. Null: the name.
             */
            readonly SenderName?: string | null;
            /**
             * @description 'merchant': open orders are taken off the counts that the merchant sends. 'hub': shipments and returns change the stock, too. 'none': the stock is offered as it is.
             * @enum {string}
             */
            readonly StockKeeper?: "merchant" | "hub" | "none";
            /** @description Minutes for which units that have left are held back if no count comes: the longest time from a shipment until the count that contains it. */
            readonly StockLag?: number;
            /**
             * Format: time-zone
             * @description IANA: in which the days of statistics and filters begin, and in which handling days are counted, such as Europe/Amsterdam.
             */
            readonly TimeZone?: string;
            /**
             * @description 'flag' stores an order with lines that cannot be sold as REQUIRES_CORRECTION, 'refuse' answers 422.
             * @enum {string}
             */
            readonly UnsellableLines?: "flag" | "refuse";
            /**
             * @description 'product': orders have the rates of their products. 'destination': those of the country to which they are sent.
             * @enum {string}
             */
            readonly VatRule?: "product" | "destination";
            /** @description With the rule 'destination': orders with a VAT number to another country of the VAT area have a rate of 0. */
            readonly ZeroVatForBusinesses?: boolean;
        };
        /**
         * @description The merchant and its settings.
         * @example {
         *       "Id": 1,
         *       "Name": "Corner shop",
         *       "BaseCurrency": "EUR",
         *       "DefaultVatRate": 21,
         *       "TimeZone": "Europe/Amsterdam",
         *       "CountryIso": "NL",
         *       "VatRule": "destination",
         *       "ZeroVatForBusinesses": true,
         *       "UnsellableLines": "flag",
         *       "HandlingDays": 2,
         *       "StockKeeper": "merchant",
         *       "CountsExclude": null,
         *       "StockLag": 60,
         *       "RestockReturns": false,
         *       "SenderName": "Corner shop",
         *       "SenderAddress": "Harbour street 1\n1011 AB Amsterdam",
         *       "Languages": [
         *         "nl",
         *         "de",
         *         "en"
         *       ]
         *     }
         */
        readonly CustomerResponse: {
            /** @description ISO 4217: the currency of converted amounts. */
            readonly BaseCurrency: string;
            /** @description ISO 3166-1 alpha-2: from where the merchant sells. */
            readonly CountryIso: string | null;
            /**
             * @description Which orders the counts of the merchant do not contain any more.
             * @enum {string|null}
             */
            readonly CountsExclude: "acknowledged" | null;
            /** @description VAT of products that name no rate, in percent. */
            readonly DefaultVatRate: number;
            /** @description Days from the date of an order until it is to be shipped: its `ShipBy`. */
            readonly HandlingDays: number;
            readonly Id: number;
            /** @description ISO 639-1: the languages in which the merchant writes to buyers. */
            readonly Languages: readonly string[] | null;
            readonly Name: string;
            /** @description Whether accepted units of returns are for sale again. */
            readonly RestockReturns: boolean;
            /** @description The address of the sender. */
            readonly SenderAddress: string | null;
            /** @description Who sends the parcels. Null: the name. */
            readonly SenderName: string | null;
            /**
             * @description Who keeps the stock.
             * @enum {string}
             */
            readonly StockKeeper: "merchant" | "hub" | "none";
            /** @description Minutes for which units that have left are held back if no count comes. */
            readonly StockLag: number;
            /** @description IANA: in which the days of statistics and filters begin, and in which handling days are counted. */
            readonly TimeZone: string;
            /**
             * @description 'flag' stores an order with lines that cannot be sold as REQUIRES_CORRECTION, 'refuse' answers 422.
             * @enum {string}
             */
            readonly UnsellableLines: "flag" | "refuse";
            /**
             * @description What decides the VAT of orders.
             * @enum {string}
             */
            readonly VatRule: "product" | "destination";
            /** @description Whether businesses in other countries of the VAT area have a rate of 0. */
            readonly ZeroVatForBusinesses: boolean;
        };
        /**
         * @description Changes of the settings. Settings that are left out do not change.
         * @example {
         *       "DefaultVatRate": 21,
         *       "UnsellableLines": "refuse",
         *       "HandlingDays": 1
         *     }
         */
        readonly CustomerSettings: {
            /** Format: currency */
            readonly BaseCurrency?: string;
            /**
             * Format: country
             * @description ISO 3166-1 alpha-2: from where the merchant sells.
             */
            readonly CountryIso?: string;
            /**
             * @description 'acknowledged': the counts of the merchant do not contain the units of orders that it has acknowledged.
             * @enum {string|null}
             */
            readonly CountsExclude?: "acknowledged" | null;
            /** @description VAT of products that name no rate, in percent. */
            readonly DefaultVatRate?: number;
            /** @description Days from the date of an order until it is to be shipped: `ShipBy`. */
            readonly HandlingDays?: number;
            /** @description ISO 639-1: the languages in which the merchant writes to buyers, such as on packing slips. The first is for buyers in all other countries. */
            readonly Languages?: readonly string[] | null;
            /** Format: line */
            readonly Name?: string;
            /** @description Whether accepted units of a return are for sale again, where the return does not say so. Only if the hub keeps the stock. */
            readonly RestockReturns?: boolean;
            /**
             * Format: block
             * @description The address of the sender on packing slips, line by line.
             */
            readonly SenderAddress?: string | null;
            /**
             * Format: line
             * @description Who sends the parcels, on packing slips. Null: the name.
             */
            readonly SenderName?: string | null;
            /**
             * @description 'merchant': open orders are taken off the counts that the merchant sends. 'hub': shipments and returns change the stock, too. 'none': the stock is offered as it is.
             * @enum {string}
             */
            readonly StockKeeper?: "merchant" | "hub" | "none";
            /** @description Minutes for which units that have left are held back if no count comes: the longest time from a shipment until the count that contains it. */
            readonly StockLag?: number;
            /**
             * Format: time-zone
             * @description IANA: in which the days of statistics and filters begin, and in which handling days are counted, such as Europe/Amsterdam.
             */
            readonly TimeZone?: string;
            /**
             * @description 'flag' stores an order with lines that cannot be sold as REQUIRES_CORRECTION, 'refuse' answers 422.
             * @enum {string}
             */
            readonly UnsellableLines?: "flag" | "refuse";
            /**
             * @description 'product': orders have the rates of their products. 'destination': those of the country to which they are sent.
             * @enum {string}
             */
            readonly VatRule?: "product" | "destination";
            /** @description With the rule 'destination': orders with a VAT number to another country of the VAT area have a rate of 0. */
            readonly ZeroVatForBusinesses?: boolean;
        };
        /**
         * @description The sales of a channel on a day.
         * @example {
         *       "Date": "2026-11-21",
         *       "ChannelId": 1,
         *       "OrderCount": 25,
         *       "Revenue": 901.5
         *     }
         */
        readonly DaySales: {
            readonly ChannelId: number;
            /** @description The day, in the time zone of the merchant. */
            readonly Date: string;
            /** @description Orders that were stored in this time. */
            readonly OrderCount: number;
            /** @description With VAT and shipping costs, in the base currency: what can be sold and is neither cancelled nor refunded. Orders that wait for a correction or for an exchange rate have none. */
            readonly Revenue: number;
        };
        /**
         * @description What each agent of the customer may do in a day.
         * @example {
         *       "Caps": {
         *         "Calls": null,
         *         "Writes": 2000,
         *         "RefundAmount": 500,
         *         "UnitsCancelled": 200,
         *         "PriceChanges": 500
         *       },
         *       "Own": [
         *         "RefundAmount"
         *       ]
         *     }
         */
        readonly DefaultAgentCaps: {
            readonly Caps: components["schemas"]["AgentCaps"];
            /** @description The caps that were set. The others are those of the hub. */
            readonly Own: readonly string[];
        };
        /**
         * @description A delivery with its attempts.
         * @example {
         *       "Id": 901,
         *       "WebhookId": 5,
         *       "MessageId": "evt_8123",
         *       "Type": "order.created",
         *       "Subject": {
         *         "Kind": "order",
         *         "Id": "214"
         *       },
         *       "State": "delivered",
         *       "AttemptCount": 1,
         *       "NextAttemptAt": null,
         *       "OccurredAt": "2026-11-22T08:29:59.700Z",
         *       "CreatedAt": "2026-11-22T08:29:59.820Z",
         *       "FinishedAt": "2026-11-22T08:30:00.000Z",
         *       "LastStatus": 200,
         *       "LastError": null,
         *       "Attempts": [
         *         {
         *           "StartedAt": "2026-11-22T08:29:59.871Z",
         *           "Milliseconds": 129,
         *           "Status": 204,
         *           "Error": null,
         *           "Request": "{\"type\":\"order.created\",\"timestamp\":\"2026-11-22T08:29:59.700Z\",\"data\":{\"Id\":\"evt_8123\"}}",
         *           "Answer": ""
         *         }
         *       ]
         *     }
         */
        readonly DeliveryDetails: {
            readonly AttemptCount: number;
            /** @description The last 50, oldest first. */
            readonly Attempts: readonly components["schemas"]["AttemptResponse"][];
            /** Format: date-time */
            readonly CreatedAt: string;
            /**
             * Format: date-time
             * @description When it was delivered or has failed.
             */
            readonly FinishedAt: string | null;
            readonly Id: number;
            /** @description Why the last attempt failed; null after a success. */
            readonly LastError: string | null;
            /** @description Of the last answer; null if there was none, or no attempt yet. */
            readonly LastStatus: number | null;
            /** @description The header `webhook-id`: the id of the event. */
            readonly MessageId: string;
            /**
             * Format: date-time
             * @description Of a pending delivery.
             */
            readonly NextAttemptAt: string | null;
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            readonly OccurredAt: string;
            /**
             * @description failed: no further attempt follows.
             * @enum {string}
             */
            readonly State: "pending" | "delivered" | "failed";
            /** @description What the event is about. Null for a test, and without a single record. */
            readonly Subject: {
                readonly Id: string;
                /**
                 * @description Of the subject.
                 * @enum {string}
                 */
                readonly Kind: "order" | "channel" | "key" | "webhook" | "connection" | "member" | "agent" | "approval";
            } | null;
            /** @description The type of the event; `webhook.test` for a test. */
            readonly Type: string;
            readonly WebhookId: number;
        };
        /**
         * @description The delivery of an event to a webhook.
         * @example {
         *       "Id": 901,
         *       "WebhookId": 5,
         *       "MessageId": "evt_8123",
         *       "Type": "order.created",
         *       "Subject": {
         *         "Kind": "order",
         *         "Id": "214"
         *       },
         *       "State": "delivered",
         *       "AttemptCount": 1,
         *       "NextAttemptAt": null,
         *       "OccurredAt": "2026-11-22T08:29:59.700Z",
         *       "CreatedAt": "2026-11-22T08:29:59.820Z",
         *       "FinishedAt": "2026-11-22T08:30:00.000Z",
         *       "LastStatus": 200,
         *       "LastError": null
         *     }
         */
        readonly DeliveryResponse: {
            readonly AttemptCount: number;
            /** Format: date-time */
            readonly CreatedAt: string;
            /**
             * Format: date-time
             * @description When it was delivered or has failed.
             */
            readonly FinishedAt: string | null;
            readonly Id: number;
            /** @description Why the last attempt failed; null after a success. */
            readonly LastError: string | null;
            /** @description Of the last answer; null if there was none, or no attempt yet. */
            readonly LastStatus: number | null;
            /** @description The header `webhook-id`: the id of the event. */
            readonly MessageId: string;
            /**
             * Format: date-time
             * @description Of a pending delivery.
             */
            readonly NextAttemptAt: string | null;
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            readonly OccurredAt: string;
            /**
             * @description failed: no further attempt follows.
             * @enum {string}
             */
            readonly State: "pending" | "delivered" | "failed";
            /** @description What the event is about. Null for a test, and without a single record. */
            readonly Subject: {
                readonly Id: string;
                /**
                 * @description Of the subject.
                 * @enum {string}
                 */
                readonly Kind: "order" | "channel" | "key" | "webhook" | "connection" | "member" | "agent" | "approval";
            } | null;
            /** @description The type of the event; `webhook.test` for a test. */
            readonly Type: string;
            readonly WebhookId: number;
        };
        /**
         * @description The event has no further data.
         * @example {}
         */
        readonly EmptyEventData: Record<string, unknown>;
        /**
         * @description How many sessions have ended.
         * @example {
         *       "EndedCount": 2
         *     }
         */
        readonly EndedSessions: {
            /** @description Sessions that have ended. */
            readonly EndedCount: number;
        };
        /**
         * @description An API key that ends soon.
         * @example {
         *       "Id": 3,
         *       "Label": "ERP",
         *       "ExpiresAt": "2026-12-01T00:00:00.000Z"
         *     }
         */
        readonly EndingKey: {
            /** Format: date-time */
            readonly ExpiresAt: string;
            readonly Id: number;
            readonly Label: string;
        };
        /**
         * @description The VAT rates of the European Union, to begin with. Verify them before you store them.
         * @example {
         *       "Date": "2026-01-01",
         *       "Note": "Verify the rates.",
         *       "Rates": [
         *         {
         *           "CountryIso": "DE",
         *           "VatClass": "standard",
         *           "Rate": 19
         *         }
         *       ]
         *     }
         */
        readonly EuVatRates: {
            /**
             * Format: date
             * @description The day on which the rates were valid.
             */
            readonly Date: string;
            /** @description What to do before they are used. */
            readonly Note: string;
            readonly Rates: readonly components["schemas"]["VatRateResponse"][];
        };
        /**
         * @description What happened to a record. The actor and the request are null for a channel if it was not done with one of its keys.
         * @example {
         *       "Id": "evt_4711",
         *       "Type": "shipment.created",
         *       "OccurredAt": "2026-11-21T10:00:00.000Z",
         *       "Actor": {
         *         "Kind": "key",
         *         "Id": "3",
         *         "Label": "ERP",
         *         "Person": null,
         *         "Tool": null
         *       },
         *       "Subject": {
         *         "Kind": "order",
         *         "Id": "17",
         *         "References": {
         *           "MerchantOrderReference": "A-1",
         *           "ChannelOrderReference": "shop-1001"
         *         }
         *       },
         *       "Sequence": 4,
         *       "RequestId": "0123456789abcdef",
         *       "Data": {
         *         "Status": "SHIPPED",
         *         "Record": {
         *           "Kind": "shipment",
         *           "Reference": "S-1"
         *         }
         *       }
         *     }
         */
        readonly Event: {
            readonly Actor: components["schemas"]["Actor"] | null;
            /** @description What changed. Its properties depend on the type. */
            readonly Data: {
                readonly [key: string]: unknown;
            };
            /** @description Unique and never used again. Repeats of an event have it. */
            readonly Id: string;
            /** Format: date-time */
            readonly OccurredAt: string;
            /** @description The `Request-Id` of the request that did it, with its actor. */
            readonly RequestId: string | null;
            /** @description The number of the event among those of its subject, from 1. */
            readonly Sequence: number | null;
            /** @description What the event is about: shipments, cancellations, backorders and returns are about their order. Null for an event about several records. */
            readonly Subject: {
                readonly Id: string;
                /**
                 * @description Of the subject.
                 * @enum {string}
                 */
                readonly Kind: "order" | "channel" | "key" | "webhook" | "connection" | "member" | "agent" | "approval";
                /** @description Of orders, as they are now. */
                readonly References: {
                    readonly ChannelOrderReference: string;
                    readonly MerchantOrderReference: string | null;
                } | null;
            } | null;
            /**
             * @description What happened.
             * @enum {string}
             */
            readonly Type: "order.created" | "order.corrected" | "order.acknowledged" | "order.status_changed" | "order.closed" | "order.reopened" | "order.combined" | "order.commented" | "shipment.created" | "shipment.updated" | "shipment.voided" | "cancellation.created" | "backorder.created" | "return.created" | "return.updated" | "refund.created" | "products.changed" | "stock.counted" | "stock.short" | "import_mapping.created" | "import_mapping.updated" | "import_mapping.deleted" | "sync.pending" | "channel.created" | "channel.updated" | "channel.deactivated" | "channel.reset" | "offer_rules.changed" | "offer_overrides.changed" | "offer.guarded" | "offer.held_back" | "offer.decided" | "connection.created" | "connection.changed" | "connection.deleted" | "connection.failing" | "connection.recovered" | "connection.requested" | "key.created" | "key.updated" | "key.rotated" | "key.revoked" | "customer.updated" | "vat_rates.changed" | "webhook.disabled" | "member.invited" | "member.invitation_withdrawn" | "member.joined" | "member.updated" | "member.role_kept" | "member.removed" | "provisioning.updated" | "passkey.added" | "passkey.removed" | "passkey.refused" | "passkey.recovery_issued" | "passkey.recovered" | "agent.requested" | "agent.connected" | "agent.updated" | "agent.revoked" | "agent_rules.updated" | "approval.requested" | "approval.approved" | "approval.rejected" | "approval.expired" | "approval.done" | "agent.stopped" | "agent.resumed" | "agent.caps_changed" | "agent.capped";
        };
        /**
         * @description Values that the product has to have, so that the write replaces no change of somebody else. Null expects no value.
         * @example {
         *       "Price": 12.5,
         *       "Stock": 25
         *     }
         */
        readonly ExpectedOffer: {
            /** @description Selling price, including VAT, in the base currency of the customer. */
            readonly Price?: number | null;
            /** @description The count: how many units there are, sold or not. Null counts as 0. */
            readonly Stock?: number | null;
            /**
             * Format: date-time
             * @description When the stock was counted; now when left out. A count settles what left before it, and one that is older than the stored count is not applied. What the hub has taken off the stock or added to it since is taken off the count or added to it.
             */
            readonly StockCountedAt?: string | null;
        };
        /**
         * @description Values that the product has to have, so that the write replaces no change of somebody else. Null expects no value.
         * @example {
         *       "Price": 12.5
         *     }
         */
        readonly ExpectedProduct: {
            /** Format: line */
            readonly Brand?: string | null;
            /**
             * Format: line
             * @description Path of categories, such as 'Home > Kitchen > Mugs'.
             */
            readonly CategoryTrail?: string | null;
            /**
             * Format: reference
             * @description The reference that the channel should use, if it takes one.
             */
            readonly ChannelProductReference?: string | null;
            /** Format: line */
            readonly Color?: string | null;
            /**
             * Format: block
             * @description Description as shown to buyers; may hold HTML.
             */
            readonly Description?: string | null;
            /**
             * Format: block
             * @description Further details.
             */
            readonly Details?: string | null;
            /** @description Discount in percent. */
            readonly DiscountRate?: number | null;
            /**
             * Format: line
             * @description EAN, UPC or ISBN.
             */
            readonly Ean?: string | null;
            /** @description Free data: up to 100 names with a text each. */
            readonly ExtraData?: {
                readonly [key: string]: string | null;
            } | null;
            /**
             * Format: web-url
             * @description Main image.
             */
            readonly ImageUrl?: string | null;
            /** Format: line */
            readonly ManufacturerProductNumber?: string | null;
            /** @description Manufacturer's suggested retail price. */
            readonly MSRP?: number | null;
            /**
             * Format: line
             * @description Name as shown to buyers. Needed to create a product.
             */
            readonly Name?: string | null;
            /**
             * Format: product-reference
             * @description Reference of the parent, for a child. One level only.
             */
            readonly ParentMerchantReference?: string | null;
            /** @description Selling price, including VAT, in the base currency of the customer. */
            readonly Price?: number | null;
            readonly PurchasePrice?: number | null;
            readonly ShippingCost?: number | null;
            /**
             * Format: line
             * @description Delivery time in words, such as '2 to 3 days'.
             */
            readonly ShippingTime?: string | null;
            /** Format: line */
            readonly Size?: string | null;
            /** @description The count: how many units there are, sold or not. Null counts as 0. */
            readonly Stock?: number | null;
            /**
             * Format: date-time
             * @description When the stock was counted; now when left out. A count settles what left before it, and one that is older than the stored count is not applied. What the hub has taken off the stock or added to it since is taken off the count or added to it.
             */
            readonly StockCountedAt?: string | null;
            /**
             * Format: web-url
             * @description Page of the product.
             */
            readonly Url?: string | null;
            /**
             * Format: line
             * @description The class under which the table of VAT rates has its rate in each country; 'standard' when left out.
             */
            readonly VatClass?: string | null;
            /** @description VAT in percent. Without it the customer's default rate holds. */
            readonly VatRate?: number | null;
        };
        /**
         * @description A product that the channel could not process, and why.
         * @example {
         *       "MerchantReference": "MUG-RED",
         *       "Detail": "The category is not open for new products."
         *     }
         */
        readonly FailedProduct: {
            /** @description Why the channel could not process it, for the merchant; up to 1000 characters. */
            readonly Detail: string | null;
            /** @description The merchant's reference of the product, up to 255 characters. */
            readonly MerchantReference: string | null;
        };
        /**
         * @description A webhook that fails.
         * @example {
         *       "Id": 5,
         *       "Label": "ERP",
         *       "Url": "https://erp.example.com/hooks/entrepot",
         *       "FailingSince": "2026-11-22T06:00:00.000Z",
         *       "DisabledAt": null
         *     }
         */
        readonly FailingWebhook: {
            /** Format: date-time */
            readonly DisabledAt: string | null;
            /** Format: date-time */
            readonly FailingSince: string | null;
            readonly Id: number;
            readonly Label: string;
            readonly Url: string;
        };
        /**
         * @description One issue of an input.
         * @example {
         *       "path": "/Lines/0/Quantity",
         *       "message": "must be at least 1"
         *     }
         */
        readonly Fault: {
            /** @description What to change. */
            readonly message: string;
            /** @description JSON pointer (RFC 6901) into the body, or the name of a parameter. Empty for the whole body. */
            readonly path: string;
        };
        /**
         * @description A column of a file, and what it seems to be.
         * @example {
         *       "Name": "Prijs",
         *       "Samples": [
         *         "12,50",
         *         "1.249,00"
         *       ],
         *       "Fields": null,
         *       "Proposal": "Price",
         *       "IsCertain": true,
         *       "Candidates": [
         *         "Price"
         *       ]
         *     }
         */
        readonly FileColumn: {
            /** @description The fields that its name can mean. */
            readonly Candidates: readonly ("MerchantProductReference" | "Name" | "ParentMerchantReference" | "Price" | "PriceWithoutVat" | "Stock" | "Ean" | "Brand" | "VatRate" | "VatClass" | "MSRP" | "PurchasePrice" | "DiscountRate" | "Description" | "Details" | "Size" | "Color" | "ManufacturerProductNumber" | "ImageUrl" | "Url" | "CategoryTrail" | "IsActive" | "ShippingCost" | "ShippingTime" | "StockCountedAt" | "ChannelProductReference" | "Currency" | "ExtraData" | "Ignore")[];
            /** @description The fields that it fills without a mapping, in a file with a format. */
            readonly Fields: readonly string[] | null;
            /** @description Whether its name has one meaning, and no other column claims it. An import without a mapping reads columns by their names only if all are certain. */
            readonly IsCertain: boolean;
            /** @description As the file writes it. */
            readonly Name: string;
            /**
             * @description What the column seems to be, for a mapping.
             * @enum {string}
             */
            readonly Proposal: "MerchantProductReference" | "Name" | "ParentMerchantReference" | "Price" | "PriceWithoutVat" | "Stock" | "Ean" | "Brand" | "VatRate" | "VatClass" | "MSRP" | "PurchasePrice" | "DiscountRate" | "Description" | "Details" | "Size" | "Color" | "ManufacturerProductNumber" | "ImageUrl" | "Url" | "CategoryTrail" | "IsActive" | "ShippingCost" | "ShippingTime" | "StockCountedAt" | "ChannelProductReference" | "Currency" | "ExtraData" | "Ignore";
            /** @description Up to three texts of its first rows, cut off after 80 characters. */
            readonly Samples: readonly string[];
        };
        /**
         * @description The columns of a file, and what they seem to be.
         * @example {
         *       "Format": null,
         *       "Encoding": "utf-8",
         *       "Delimiter": ";",
         *       "Decimal": ",",
         *       "Resembles": null,
         *       "Columns": [
         *         {
         *           "Name": "SKU",
         *           "Samples": [
         *             "MUG-RED"
         *           ],
         *           "Fields": null,
         *           "Proposal": "MerchantProductReference",
         *           "IsCertain": true,
         *           "Candidates": [
         *             "MerchantProductReference"
         *           ]
         *         }
         *       ],
         *       "Missing": [
         *         "Price"
         *       ],
         *       "Mappings": [
         *         "Supplier"
         *       ]
         *     }
         */
        readonly FileColumns: {
            /** @description The columns of a table; none of other files. */
            readonly Columns: readonly components["schemas"]["FileColumn"][];
            /** @description The decimal separator, if the file tells. */
            readonly Decimal: string | null;
            /** @description Null if the file is no table. */
            readonly Delimiter: string | null;
            /**
             * @description The encoding, recognised or said.
             * @enum {string}
             */
            readonly Encoding: "utf-8" | "utf-16le" | "utf-16be" | "windows-1250" | "windows-1251" | "windows-1252" | "windows-1253" | "windows-1254" | "windows-1255" | "windows-1256" | "windows-1257" | "windows-1258" | "windows-874" | "iso-8859-2" | "iso-8859-3" | "iso-8859-4" | "iso-8859-5" | "iso-8859-6" | "iso-8859-7" | "iso-8859-8" | "iso-8859-8-i" | "iso-8859-10" | "iso-8859-13" | "iso-8859-14" | "iso-8859-15" | "iso-8859-16" | "ibm866" | "koi8-r" | "koi8-u" | "macintosh" | "x-mac-cyrillic" | "gbk" | "gb18030" | "big5" | "euc-jp" | "iso-2022-jp" | "shift_jis" | "euc-kr";
            /**
             * @description The format. Null for a table whose columns are those of no format.
             * @enum {string|null}
             */
            readonly Format: "entrepot" | "ndjson" | "shopify" | "woocommerce" | "magento" | "google" | "wix" | "prestashop" | null;
            /** @description The names of the kept mappings that have just these columns. */
            readonly Mappings: readonly string[];
            /** @description What no column is proposed for, of `MerchantProductReference`, which a file needs, and `Price`. */
            readonly Missing: readonly string[];
            /** @description What the file resembles, such as that of a system without a reader. */
            readonly Resembles: string | null;
        };
        /**
         * @description A channel that was found.
         * @example {
         *       "Id": 1,
         *       "Name": "Web shop",
         *       "IsActive": true
         *     }
         */
        readonly FoundChannel: {
            readonly Id: number;
            readonly IsActive: boolean;
            readonly Name: string;
        };
        /**
         * @description An order that was found.
         * @example {
         *       "Id": 7,
         *       "MerchantReference": "A-1",
         *       "ChannelReference": "shop-1001",
         *       "ChannelId": 1,
         *       "Status": "IN_PROGRESS",
         *       "Email": "ann@example.com",
         *       "Name": "Ann Archer",
         *       "OrderDate": "2026-11-21T09:00:00.000Z",
         *       "Match": {
         *         "Field": "city",
         *         "Value": "Utrecht"
         *       }
         *     }
         */
        readonly FoundOrder: {
            readonly ChannelId: number;
            readonly ChannelReference: string;
            readonly Email: string;
            readonly Id: number;
            readonly Match: components["schemas"]["SearchMatch"];
            readonly MerchantReference: string | null;
            /** @description First and last name of the billing address. */
            readonly Name: string | null;
            /** Format: date-time */
            readonly OrderDate: string;
            /** @enum {string} */
            readonly Status: "NEW" | "REQUIRES_CORRECTION" | "IN_PROGRESS" | "IN_BACKORDER" | "IN_COMBI" | "SHIPPED" | "MANCO" | "CANCELED" | "RETURNED" | "CLOSED";
        };
        /**
         * @description A product that was found.
         * @example {
         *       "MerchantProductReference": "CAP",
         *       "Name": "Cap",
         *       "Ean": "4006381333931",
         *       "IsActive": true
         *     }
         */
        readonly FoundProduct: {
            readonly Ean: string | null;
            /** @description Of the product itself, not of its parent. */
            readonly IsActive: boolean;
            readonly MerchantProductReference: string;
            readonly Name: string;
        };
        /**
         * @description The data of an event of a shipment, cancellation, backorder or return.
         * @example {
         *       "Status": "SHIPPED",
         *       "Record": {
         *         "Kind": "shipment",
         *         "Reference": "S-1"
         *       }
         *     }
         */
        readonly FulfilmentEventData: {
            readonly Record: {
                /**
                 * @description Of the record.
                 * @enum {string}
                 */
                readonly Kind: "shipment" | "cancellation" | "backorder" | "return" | "refund";
                /** @description The reference of the merchant. */
                readonly Reference: string;
            };
            /** @description The status of the order afterwards. */
            readonly Status: string;
        };
        /**
         * @description A group of the directory, and the role that it gives.
         * @example {
         *       "Group": "Shop admins",
         *       "Role": "owner"
         *     }
         */
        readonly GroupRole: {
            /**
             * Format: line
             * @description The displayName or the externalId of a group, which need not exist yet.
             */
            readonly Group: string;
            /**
             * @description owner: everything. operator: works with orders, shipments and products, and reads the rest. viewer: reads.
             * @enum {string}
             */
            readonly Role: "owner" | "operator" | "viewer";
        };
        /**
         * @description An agent that acts for the customer without a person.
         * @example {
         *       "Id": 4,
         *       "ClientId": "agent_MDEyMzQ1Njc4OWFiY2RlZg",
         *       "Name": "Stock robot",
         *       "Status": "ACTIVE",
         *       "Scopes": [
         *         "orders:read",
         *         "products:write"
         *       ],
         *       "PublicKey": {
         *         "kty": "OKP",
         *         "crv": "Ed25519",
         *         "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"
         *       },
         *       "Keys": [
         *         {
         *           "Id": "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k",
         *           "Kid": "p2Jv0sQy6dFq3mTz",
         *           "Algorithm": "EdDSA"
         *         }
         *       ],
         *       "Workloads": [
         *         {
         *           "Id": 2,
         *           "Issuer": "https://token.actions.githubusercontent.com",
         *           "Audience": "https://hub.example.com",
         *           "Subject": "repo:acme/shop:ref:refs/heads/main",
         *           "Claims": {
         *             "repository_owner_id": "1234567"
         *           },
         *           "HasKeys": false,
         *           "CreatedAt": "2026-11-21T10:00:00.000Z"
         *         }
         *       ],
         *       "AskedBy": {
         *         "Kind": "person",
         *         "Id": "1",
         *         "Label": "ann@example.com"
         *       },
         *       "CreatedAt": "2026-11-21T10:00:00.000Z",
         *       "DecidedBy": {
         *         "Kind": "person",
         *         "Id": "1",
         *         "Label": "ann@example.com"
         *       },
         *       "DecidedAt": "2026-11-21T10:00:00.000Z",
         *       "UsedAt": null
         *     }
         */
        readonly HeadlessAgent: {
            /** @description Who created it, or asked for it. */
            readonly AskedBy: {
                readonly Id: string;
                /**
                 * @description Kind of the actor.
                 * @enum {string}
                 */
                readonly Kind: "key" | "person" | "agent" | "system";
                readonly Label: string;
            };
            /** @description Its id at the authorization server. */
            readonly ClientId: string;
            /** Format: date-time */
            readonly CreatedAt: string;
            /** Format: date-time */
            readonly DecidedAt: string | null;
            /** @description Who approved or rejected it. */
            readonly DecidedBy: {
                readonly Id: string;
                /**
                 * @description Kind of the actor.
                 * @enum {string}
                 */
                readonly Kind: "key" | "person" | "agent" | "system";
                readonly Label: string;
            } | null;
            readonly Id: number;
            /** @description Its public keys, the oldest first. Each of them gets tokens. */
            readonly Keys: readonly {
                /**
                 * @description What its assertions are signed with.
                 * @enum {string}
                 */
                readonly Algorithm: "EdDSA" | "ES256" | "RS256";
                /** @description The thumbprint of the key (RFC 7638). */
                readonly Id: string;
                /** @description The name that it was sent with. */
                readonly Kid: string | null;
            }[];
            readonly Name: string;
            /**
             * @deprecated
             * @description The oldest key, without y. Empty members for a key of RSA. Use Keys.
             */
            readonly PublicKey: {
                readonly crv: string;
                readonly kty: string;
                readonly x: string;
            };
            readonly Scopes: readonly string[];
            /**
             * @description An agent that waits, or was rejected, gets no tokens.
             * @enum {string}
             */
            readonly Status: "WAITING" | "ACTIVE" | "REJECTED";
            /**
             * Format: date-time
             * @description When it last got a token.
             */
            readonly UsedAt: string | null;
            /** @description The tokens of other issuers by which it authenticates, the oldest first. */
            readonly Workloads: readonly {
                readonly Audience: string;
                readonly Claims: {
                    readonly [key: string]: string;
                };
                /** Format: date-time */
                readonly CreatedAt: string;
                /** @description Whether keys of the issuer are stored. Otherwise they are discovered. */
                readonly HasKeys: boolean;
                readonly Id: number;
                readonly Issuer: string;
                readonly Subject: string;
            }[];
        };
        /**
         * @description An agent without a person, with what it has done today.
         * @example {
         *       "Id": 4,
         *       "ClientId": "agent_MDEyMzQ1Njc4OWFiY2RlZg",
         *       "Name": "Stock robot",
         *       "Status": "ACTIVE",
         *       "Scopes": [
         *         "orders:read",
         *         "products:write"
         *       ],
         *       "PublicKey": {
         *         "kty": "OKP",
         *         "crv": "Ed25519",
         *         "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"
         *       },
         *       "Keys": [
         *         {
         *           "Id": "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k",
         *           "Kid": "p2Jv0sQy6dFq3mTz",
         *           "Algorithm": "EdDSA"
         *         }
         *       ],
         *       "Workloads": [
         *         {
         *           "Id": 2,
         *           "Issuer": "https://token.actions.githubusercontent.com",
         *           "Audience": "https://hub.example.com",
         *           "Subject": "repo:acme/shop:ref:refs/heads/main",
         *           "Claims": {
         *             "repository_owner_id": "1234567"
         *           },
         *           "HasKeys": false,
         *           "CreatedAt": "2026-11-21T10:00:00.000Z"
         *         }
         *       ],
         *       "AskedBy": {
         *         "Kind": "person",
         *         "Id": "1",
         *         "Label": "ann@example.com"
         *       },
         *       "CreatedAt": "2026-11-21T10:00:00.000Z",
         *       "DecidedBy": {
         *         "Kind": "person",
         *         "Id": "1",
         *         "Label": "ann@example.com"
         *       },
         *       "DecidedAt": "2026-11-21T10:00:00.000Z",
         *       "UsedAt": null,
         *       "Stopped": null,
         *       "Usage": {
         *         "Caps": {
         *           "Calls": null,
         *           "Writes": 2000,
         *           "RefundAmount": 500,
         *           "UnitsCancelled": 200,
         *           "PriceChanges": 500
         *         },
         *         "Used": {
         *           "Calls": 812,
         *           "Writes": 96,
         *           "RefundAmount": 19.9,
         *           "UnitsCancelled": 2,
         *           "PriceChanges": 0
         *         },
         *         "ResetsAt": "2026-11-22T23:00:00.000Z"
         *       }
         *     }
         */
        readonly HeadlessAgentDetails: {
            /** @description Who created it, or asked for it. */
            readonly AskedBy: {
                readonly Id: string;
                /**
                 * @description Kind of the actor.
                 * @enum {string}
                 */
                readonly Kind: "key" | "person" | "agent" | "system";
                readonly Label: string;
            };
            /** @description Its id at the authorization server. */
            readonly ClientId: string;
            /** Format: date-time */
            readonly CreatedAt: string;
            /** Format: date-time */
            readonly DecidedAt: string | null;
            /** @description Who approved or rejected it. */
            readonly DecidedBy: {
                readonly Id: string;
                /**
                 * @description Kind of the actor.
                 * @enum {string}
                 */
                readonly Kind: "key" | "person" | "agent" | "system";
                readonly Label: string;
            } | null;
            readonly Id: number;
            /** @description Its public keys, the oldest first. Each of them gets tokens. */
            readonly Keys: readonly {
                /**
                 * @description What its assertions are signed with.
                 * @enum {string}
                 */
                readonly Algorithm: "EdDSA" | "ES256" | "RS256";
                /** @description The thumbprint of the key (RFC 7638). */
                readonly Id: string;
                /** @description The name that it was sent with. */
                readonly Kid: string | null;
            }[];
            readonly Name: string;
            /**
             * @deprecated
             * @description The oldest key, without y. Empty members for a key of RSA. Use Keys.
             */
            readonly PublicKey: {
                readonly crv: string;
                readonly kty: string;
                readonly x: string;
            };
            readonly Scopes: readonly string[];
            /**
             * @description An agent that waits, or was rejected, gets no tokens.
             * @enum {string}
             */
            readonly Status: "WAITING" | "ACTIVE" | "REJECTED";
            readonly Stopped: components["schemas"]["AgentStop"] | null;
            readonly Usage: components["schemas"]["UsageOfAgent"];
            /**
             * Format: date-time
             * @description When it last got a token.
             */
            readonly UsedAt: string | null;
            /** @description The tokens of other issuers by which it authenticates, the oldest first. */
            readonly Workloads: readonly {
                readonly Audience: string;
                readonly Claims: {
                    readonly [key: string]: string;
                };
                /** Format: date-time */
                readonly CreatedAt: string;
                /** @description Whether keys of the issuer are stored. Otherwise they are discovered. */
                readonly HasKeys: boolean;
                readonly Id: number;
                readonly Issuer: string;
                readonly Subject: string;
            }[];
        };
        /**
         * @description A product that is not offered to a channel as the rules say.
         * @example {
         *       "ChannelId": 1,
         *       "ChannelName": "Web shop",
         *       "MerchantProductReference": "MUG-BLUE",
         *       "Name": "Blue mug",
         *       "Code": "PRICE_GUARD",
         *       "Detail": "The price would change from 34.95 to 3495. Accept it, or refuse it to keep 34.95.",
         *       "KnownPrice": 34.95,
         *       "Price": 3495,
         *       "Decision": null,
         *       "Currency": "EUR",
         *       "GuardPercent": 40,
         *       "Cause": "write",
         *       "Since": "2026-11-22T08:45:00.000Z"
         *     }
         */
        readonly HeldOffer: {
            /**
             * @description What has changed the offer, as in its history.
             * @enum {string}
             */
            readonly Cause: "write" | "import" | "order" | "stock" | "count" | "lag" | "rule" | "override" | "window" | "guard" | "settings" | "rates";
            readonly ChannelId: number;
            readonly ChannelName: string;
            /**
             * @description PRICE_GUARD: the price waits for a person. Others: what is missing.
             * @enum {string}
             */
            readonly Code: "PRICE_GUARD" | "NO_PRICE" | "NO_MSRP" | "NO_PURCHASE_PRICE" | "NO_RATE" | "NO_VAT_RATE" | "MIN_ABOVE_MAX" | "NEGATIVE_PRICE" | "PRICE_TOO_HIGH";
            /** @description ISO 4217: the currency of the prices. */
            readonly Currency: string;
            /**
             * @description What a person has decided on this price.
             * @enum {string|null}
             */
            readonly Decision: "accepted" | "refused" | null;
            /** @description What is wrong, and what to change. */
            readonly Detail: string;
            /** @description By how many percent a price of the channel may move without a person. */
            readonly GuardPercent: number;
            /** @description The price that the channel knows, and keeps. */
            readonly KnownPrice: number | null;
            readonly MerchantProductReference: string;
            readonly Name: string;
            /** @description The price that waits. */
            readonly Price: number | null;
            /** Format: date-time */
            readonly Since: string;
        };
        /**
         * @description What a channel was to be offered.
         * @example {
         *       "Price": 34.95,
         *       "Stock": 20,
         *       "IsOffered": true
         *     }
         */
        readonly HistoricOffer: {
            /** @description Whether the channel should have the product. */
            readonly IsOffered: boolean;
            readonly Price: number | null;
            readonly Stock: number;
        };
        /**
         * @description A column of a file, and the fields that it fills.
         * @example {
         *       "Name": "Variant SKU",
         *       "Fields": [
         *         "MerchantProductReference"
         *       ]
         *     }
         */
        readonly ImportColumn: {
            /** @description The fields of products that the column fills. None for one that only says what a row is, and how it is read. */
            readonly Fields: readonly string[];
            /** @description As the file writes it. */
            readonly Name: string;
        };
        /**
         * @description Values of all products of the file, in fields for which it has no column.
         * @example {
         *       "VatRate": 21
         *     }
         */
        readonly ImportConstants: {
            /** Format: line */
            readonly Brand?: string | null;
            /**
             * Format: line
             * @description Path of categories, such as 'Home > Kitchen > Mugs'.
             */
            readonly CategoryTrail?: string | null;
            /**
             * Format: block
             * @description Further details.
             */
            readonly Details?: string | null;
            /** @description Whether the product is offered at all. */
            readonly IsActive?: boolean | null;
            readonly ShippingCost?: number | null;
            /**
             * Format: line
             * @description Delivery time in words, such as '2 to 3 days'.
             */
            readonly ShippingTime?: string | null;
            /** @description The count: how many units there are, sold or not. Null counts as 0. */
            readonly Stock?: number | null;
            /**
             * Format: line
             * @description The class under which the table of VAT rates has its rate in each country; 'standard' when left out.
             */
            readonly VatClass?: string | null;
            /** @description VAT in percent. Without it the customer's default rate holds. */
            readonly VatRate?: number | null;
        };
        /**
         * @description Values of all products of the file, in fields for which it has no column.
         * @example {
         *       "Brand": null,
         *       "CategoryTrail": null,
         *       "Details": null,
         *       "IsActive": null,
         *       "ShippingCost": null,
         *       "ShippingTime": null,
         *       "Stock": null,
         *       "VatClass": null,
         *       "VatRate": 21
         *     }
         */
        readonly ImportConstantsResponse: {
            readonly Brand: string | null;
            /** @description Path of categories, such as 'Home > Kitchen > Mugs'. */
            readonly CategoryTrail: string | null;
            /** @description Further details. */
            readonly Details: string | null;
            /** @description Whether the product is offered at all. */
            readonly IsActive: boolean | null;
            readonly ShippingCost: number | null;
            /** @description Delivery time in words, such as '2 to 3 days'. */
            readonly ShippingTime: string | null;
            /** @description The count: how many units there are, sold or not. Null counts as 0. */
            readonly Stock: number | null;
            /** @description The class under which the table of VAT rates has its rate in each country; 'standard' when left out. */
            readonly VatClass: string | null;
            /** @description VAT in percent. Without it the customer's default rate holds. */
            readonly VatRate: number | null;
        };
        /**
         * @description A field of a product as a file sets it.
         * @example {
         *       "Name": "Price",
         *       "Value": "39.95",
         *       "Current": "34.95"
         *     }
         */
        readonly ImportedField: {
            /** @description What the product has now, at most 200 characters. Null if it has none, if there is no such product, and for ExtraData and StockCountedAt. */
            readonly Current: string | null;
            /** @description The field of the product. */
            readonly Name: string;
            /** @description What is read, at most 200 characters. */
            readonly Value: string;
        };
        /**
         * @description A row of a file as an import reads it.
         * @example {
         *       "Row": 2,
         *       "Fields": [
         *         {
         *           "Name": "Price",
         *           "Value": "39.95",
         *           "Current": "34.95"
         *         }
         *       ],
         *       "Message": null
         *     }
         */
        readonly ImportedRow: {
            readonly Fields: readonly components["schemas"]["ImportedField"][];
            /** @description Why the row is left out, or what of it. */
            readonly Message: string | null;
            /** @description Its number in a spreadsheet. */
            readonly Row: number;
        };
        /**
         * @description Of an event about a mapping of imports.
         * @example {
         *       "Name": "Supplier"
         *     }
         */
        readonly ImportMappingEventData: {
            /** @description Of the mapping. */
            readonly Name: string;
        };
        /**
         * @description What the columns of a file are.
         * @example {
         *       "Columns": {
         *         "Art. nr": "MerchantProductReference",
         *         "Titel": "Name",
         *         "Prijs": "Price",
         *         "Memo": "Ignore"
         *       },
         *       "Constants": {
         *         "VatRate": 21
         *       }
         *     }
         */
        readonly ImportMappingRequest: {
            /** @description By the name of each column of the file, whose case does not count: the field of the product that it fills, `ExtraData` for a further value under the name of the column, or `Ignore`. `PriceWithoutVat` adds the VAT of the row; `Currency` says in which currency the amounts are. Two columns cannot fill one field. Columns that are not named are further values. */
            readonly Columns: {
                readonly [key: string]: "MerchantProductReference" | "Name" | "ParentMerchantReference" | "Price" | "PriceWithoutVat" | "Stock" | "Ean" | "Brand" | "VatRate" | "VatClass" | "MSRP" | "PurchasePrice" | "DiscountRate" | "Description" | "Details" | "Size" | "Color" | "ManufacturerProductNumber" | "ImageUrl" | "Url" | "CategoryTrail" | "IsActive" | "ShippingCost" | "ShippingTime" | "StockCountedAt" | "ChannelProductReference" | "Currency" | "ExtraData" | "Ignore";
            };
            readonly Constants?: components["schemas"]["ImportConstants"];
        };
        /**
         * @description What the columns of a file are, under a name.
         * @example {
         *       "Name": "Supplier",
         *       "Columns": {
         *         "Art. nr": "MerchantProductReference",
         *         "Titel": "Name",
         *         "Prijs": "Price",
         *         "Memo": "Ignore"
         *       },
         *       "Constants": {
         *         "Brand": null,
         *         "CategoryTrail": null,
         *         "Details": null,
         *         "IsActive": null,
         *         "ShippingCost": null,
         *         "ShippingTime": null,
         *         "Stock": null,
         *         "VatClass": null,
         *         "VatRate": 21
         *       },
         *       "UpdatedAt": "2026-11-22T08:30:00.000Z"
         *     }
         */
        readonly ImportMappingResponse: {
            /** @description What each column of the file is, by its name. */
            readonly Columns: {
                readonly [key: string]: "MerchantProductReference" | "Name" | "ParentMerchantReference" | "Price" | "PriceWithoutVat" | "Stock" | "Ean" | "Brand" | "VatRate" | "VatClass" | "MSRP" | "PurchasePrice" | "DiscountRate" | "Description" | "Details" | "Size" | "Color" | "ManufacturerProductNumber" | "ImageUrl" | "Url" | "CategoryTrail" | "IsActive" | "ShippingCost" | "ShippingTime" | "StockCountedAt" | "ChannelProductReference" | "Currency" | "ExtraData" | "Ignore";
            };
            readonly Constants: components["schemas"]["ImportConstantsResponse"];
            readonly Name: string;
            /**
             * Format: date-time
             * @description When it was stored.
             */
            readonly UpdatedAt: string;
        };
        /**
         * @description What the hub reads in the first rows of a file.
         * @example {
         *       "Columns": [
         *         {
         *           "Name": "Variant SKU",
         *           "Fields": [
         *             "MerchantProductReference"
         *           ]
         *         }
         *       ],
         *       "Rows": [
         *         {
         *           "Row": 2,
         *           "Fields": [
         *             {
         *               "Name": "Price",
         *               "Value": "39.95",
         *               "Current": "34.95"
         *             }
         *           ],
         *           "Message": null
         *         }
         *       ]
         *     }
         */
        readonly ImportPreview: {
            /** @description The columns of a table; none of other files. */
            readonly Columns: readonly components["schemas"]["ImportColumn"][];
            /** @description The first five products and refused rows, as they are read. */
            readonly Rows: readonly components["schemas"]["ImportedRow"][];
        };
        /**
         * @description How often the rows of a file report the same.
         * @example {
         *       "Kind": "note",
         *       "Message": "has no price, so channels get it without one or not at all",
         *       "Count": 12
         *     }
         */
        readonly ImportReasonResponse: {
            /** @description How many rows report it. */
            readonly Count: number;
            /**
             * @description As in the report.
             * @enum {string}
             */
            readonly Kind: "error" | "skipped" | "note";
            /** @description What the rows report, without what it quotes. */
            readonly Message: string;
        };
        /**
         * @description An import of products from a file: its state, and what it has done so far.
         * @example {
         *       "Id": 12,
         *       "Status": "done",
         *       "IsDryRun": false,
         *       "FileName": "products.csv",
         *       "Format": "shopify",
         *       "Encoding": "utf-8",
         *       "Delimiter": ",",
         *       "Decimal": ".",
         *       "Bytes": 48213,
         *       "AppliedBytes": 48213,
         *       "CreatedCount": 118,
         *       "UpdatedCount": 3,
         *       "UnchangedCount": 0,
         *       "SkippedCount": 41,
         *       "FailedCount": 1,
         *       "DeactivatedCount": 0,
         *       "Mapping": null,
         *       "Source": "shopify",
         *       "IsComplete": false,
         *       "Notes": [],
         *       "Reasons": [
         *         {
         *           "Kind": "error",
         *           "Message": "has no Handle",
         *           "Count": 1
         *         }
         *       ],
         *       "Problem": null,
         *       "CreatedAt": "2026-11-22T08:30:00.000Z",
         *       "StartedAt": "2026-11-22T08:30:01.000Z",
         *       "EndedAt": "2026-11-22T08:30:02.000Z"
         *     }
         */
        readonly ImportResponse: {
            /** @description How much of the file was applied. */
            readonly AppliedBytes: number;
            /** @description Size of the file. */
            readonly Bytes: number;
            /**
             * Format: date-time
             * @description When the file was received.
             */
            readonly CreatedAt: string;
            /** @description Products that were created. */
            readonly CreatedCount: number;
            /** @description Products that a complete import has deactivated, or would. */
            readonly DeactivatedCount: number;
            /** @description The decimal separator. Null if the file does not tell: amounts with two readings are refused then. */
            readonly Decimal: string | null;
            readonly Delimiter: string | null;
            /**
             * @description The encoding, recognised or said.
             * @enum {string|null}
             */
            readonly Encoding: "utf-8" | "utf-16le" | "utf-16be" | "windows-1250" | "windows-1251" | "windows-1252" | "windows-1253" | "windows-1254" | "windows-1255" | "windows-1256" | "windows-1257" | "windows-1258" | "windows-874" | "iso-8859-2" | "iso-8859-3" | "iso-8859-4" | "iso-8859-5" | "iso-8859-6" | "iso-8859-7" | "iso-8859-8" | "iso-8859-8-i" | "iso-8859-10" | "iso-8859-13" | "iso-8859-14" | "iso-8859-15" | "iso-8859-16" | "ibm866" | "koi8-r" | "koi8-u" | "macintosh" | "x-mac-cyrillic" | "gbk" | "gb18030" | "big5" | "euc-jp" | "iso-2022-jp" | "shift_jis" | "euc-kr" | null;
            /**
             * Format: date-time
             * @description When the import ended.
             */
            readonly EndedAt: string | null;
            /** @description Rows that were refused. */
            readonly FailedCount: number;
            readonly FileName: string | null;
            /**
             * @description The format, recognised or said.
             * @enum {string|null}
             */
            readonly Format: "entrepot" | "ndjson" | "shopify" | "woocommerce" | "magento" | "google" | "wix" | "prestashop" | null;
            readonly Id: number;
            /** @description Whether the file has all products of its source. */
            readonly IsComplete: boolean;
            /** @description Whether it only reports what it would do. */
            readonly IsDryRun: boolean;
            /** @description The kept mapping by which the columns are read. */
            readonly Mapping: string | null;
            /** @description What holds for the file as a whole, once the import has ended. */
            readonly Notes: readonly string[];
            /** @description Why the import ended early. */
            readonly Problem: string | null;
            /** @description The most frequent messages of the report, once the import has ended. */
            readonly Reasons: readonly components["schemas"]["ImportReasonResponse"][];
            /** @description Rows without a counterpart, such as bundles and further images. */
            readonly SkippedCount: number;
            /** @description What the file comes from. */
            readonly Source: string | null;
            /**
             * Format: date-time
             * @description When the first row was applied.
             */
            readonly StartedAt: string | null;
            /**
             * @description The state.
             * @enum {string}
             */
            readonly Status: "uploading" | "queued" | "running" | "done" | "failed" | "cancelled";
            /** @description Products that were already as in the file. */
            readonly UnchangedCount: number;
            /** @description Products that were changed. */
            readonly UpdatedCount: number;
        };
        /**
         * @description An invitation of a person to become a member.
         * @example {
         *       "Id": 5,
         *       "Email": "ben@example.com",
         *       "Role": "operator",
         *       "Status": "OPEN",
         *       "InvitedBy": {
         *         "Kind": "person",
         *         "Id": "1",
         *         "Label": "ann@example.com",
         *         "Person": null
         *       },
         *       "CreatedAt": "2026-11-21T10:00:00.000Z",
         *       "ExpiresAt": "2026-11-28T10:00:00.000Z",
         *       "AcceptedAt": null
         *     }
         */
        readonly Invitation: {
            /** Format: date-time */
            readonly AcceptedAt: string | null;
            /** Format: date-time */
            readonly CreatedAt: string;
            readonly Email: string;
            /** Format: date-time */
            readonly ExpiresAt: string;
            readonly Id: number;
            readonly InvitedBy: {
                readonly Id: string;
                /**
                 * @description Kind of the actor.
                 * @enum {string}
                 */
                readonly Kind: "key" | "person" | "agent" | "system";
                readonly Label: string;
                /** @description For an agent, the person for whom it acts. */
                readonly Person: {
                    readonly Id: string;
                    readonly Label: string;
                } | null;
            };
            /**
             * @description owner: everything. operator: works with orders, shipments and products, and reads the rest. viewer: reads.
             * @enum {string}
             */
            readonly Role: "owner" | "operator" | "viewer";
            /**
             * @description An EXPIRED one was not accepted within seven days, or the person who made it is no longer an owner.
             * @enum {string}
             */
            readonly Status: "OPEN" | "EXPIRED" | "ACCEPTED";
        };
        /**
         * @description A new agent without a person, with its private key, which is not shown again.
         * @example {
         *       "Id": 4,
         *       "ClientId": "agent_MDEyMzQ1Njc4OWFiY2RlZg",
         *       "Name": "Stock robot",
         *       "Status": "ACTIVE",
         *       "Scopes": [
         *         "orders:read",
         *         "products:write"
         *       ],
         *       "PublicKey": {
         *         "kty": "OKP",
         *         "crv": "Ed25519",
         *         "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"
         *       },
         *       "Keys": [
         *         {
         *           "Id": "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k",
         *           "Kid": "p2Jv0sQy6dFq3mTz",
         *           "Algorithm": "EdDSA"
         *         }
         *       ],
         *       "Workloads": [
         *         {
         *           "Id": 2,
         *           "Issuer": "https://token.actions.githubusercontent.com",
         *           "Audience": "https://hub.example.com",
         *           "Subject": "repo:acme/shop:ref:refs/heads/main",
         *           "Claims": {
         *             "repository_owner_id": "1234567"
         *           },
         *           "HasKeys": false,
         *           "CreatedAt": "2026-11-21T10:00:00.000Z"
         *         }
         *       ],
         *       "AskedBy": {
         *         "Kind": "person",
         *         "Id": "1",
         *         "Label": "ann@example.com"
         *       },
         *       "CreatedAt": "2026-11-21T10:00:00.000Z",
         *       "DecidedBy": {
         *         "Kind": "person",
         *         "Id": "1",
         *         "Label": "ann@example.com"
         *       },
         *       "DecidedAt": "2026-11-21T10:00:00.000Z",
         *       "UsedAt": null,
         *       "PrivateKey": {
         *         "kty": "OKP",
         *         "crv": "Ed25519",
         *         "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
         *         "d": "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A",
         *         "kid": "p2Jv0sQy6dFq3mTz"
         *       },
         *       "TokenUrl": "https://hub.example.com/oauth/mcp/token"
         *     }
         */
        readonly IssuedHeadlessAgent: {
            /** @description Who created it, or asked for it. */
            readonly AskedBy: {
                readonly Id: string;
                /**
                 * @description Kind of the actor.
                 * @enum {string}
                 */
                readonly Kind: "key" | "person" | "agent" | "system";
                readonly Label: string;
            };
            /** @description Its id at the authorization server. */
            readonly ClientId: string;
            /** Format: date-time */
            readonly CreatedAt: string;
            /** Format: date-time */
            readonly DecidedAt: string | null;
            /** @description Who approved or rejected it. */
            readonly DecidedBy: {
                readonly Id: string;
                /**
                 * @description Kind of the actor.
                 * @enum {string}
                 */
                readonly Kind: "key" | "person" | "agent" | "system";
                readonly Label: string;
            } | null;
            readonly Id: number;
            /** @description Its public keys, the oldest first. Each of them gets tokens. */
            readonly Keys: readonly {
                /**
                 * @description What its assertions are signed with.
                 * @enum {string}
                 */
                readonly Algorithm: "EdDSA" | "ES256" | "RS256";
                /** @description The thumbprint of the key (RFC 7638). */
                readonly Id: string;
                /** @description The name that it was sent with. */
                readonly Kid: string | null;
            }[];
            readonly Name: string;
            /** @description The private key that signs its assertions. It is not shown again. Null for an agent with its own key. */
            readonly PrivateKey: {
                /** @enum {string} */
                readonly crv: "Ed25519";
                readonly d: string;
                readonly kid: string;
                /** @enum {string} */
                readonly kty: "OKP";
                readonly x: string;
            } | null;
            /**
             * @deprecated
             * @description The oldest key, without y. Empty members for a key of RSA. Use Keys.
             */
            readonly PublicKey: {
                readonly crv: string;
                readonly kty: string;
                readonly x: string;
            };
            readonly Scopes: readonly string[];
            /**
             * @description An agent that waits, or was rejected, gets no tokens.
             * @enum {string}
             */
            readonly Status: "WAITING" | "ACTIVE" | "REJECTED";
            /** @description Where it gets tokens. Null if the hub issues none: mcp.enabled is not set. */
            readonly TokenUrl: string | null;
            /**
             * Format: date-time
             * @description When it last got a token.
             */
            readonly UsedAt: string | null;
            /** @description The tokens of other issuers by which it authenticates, the oldest first. */
            readonly Workloads: readonly {
                readonly Audience: string;
                readonly Claims: {
                    readonly [key: string]: string;
                };
                /** Format: date-time */
                readonly CreatedAt: string;
                /** @description Whether keys of the issuer are stored. Otherwise they are discovered. */
                readonly HasKeys: boolean;
                readonly Id: number;
                readonly Issuer: string;
                readonly Subject: string;
            }[];
        };
        /**
         * @description A new invitation with its link, which is not shown again.
         * @example {
         *       "Id": 5,
         *       "Email": "ben@example.com",
         *       "Role": "operator",
         *       "Status": "OPEN",
         *       "InvitedBy": {
         *         "Kind": "person",
         *         "Id": "1",
         *         "Label": "ann@example.com",
         *         "Person": null
         *       },
         *       "CreatedAt": "2026-11-21T10:00:00.000Z",
         *       "ExpiresAt": "2026-11-28T10:00:00.000Z",
         *       "AcceptedAt": null,
         *       "Link": "https://hub.example.com/invitations/accept?token=abc"
         *     }
         */
        readonly IssuedInvitation: {
            /** Format: date-time */
            readonly AcceptedAt: string | null;
            /** Format: date-time */
            readonly CreatedAt: string;
            readonly Email: string;
            /** Format: date-time */
            readonly ExpiresAt: string;
            readonly Id: number;
            readonly InvitedBy: {
                readonly Id: string;
                /**
                 * @description Kind of the actor.
                 * @enum {string}
                 */
                readonly Kind: "key" | "person" | "agent" | "system";
                readonly Label: string;
                /** @description For an agent, the person for whom it acts. */
                readonly Person: {
                    readonly Id: string;
                    readonly Label: string;
                } | null;
            };
            /** @description Accepts the invitation for the user who opens it. It is not shown again. Null if nobody can sign in to the hub. */
            readonly Link: string | null;
            /**
             * @description owner: everything. operator: works with orders, shipments and products, and reads the rest. viewer: reads.
             * @enum {string}
             */
            readonly Role: "owner" | "operator" | "viewer";
            /**
             * @description An EXPIRED one was not accepted within seven days, or the person who made it is no longer an owner.
             * @enum {string}
             */
            readonly Status: "OPEN" | "EXPIRED" | "ACCEPTED";
        };
        /**
         * @description A new API key with its secret, which is not shown again.
         * @example {
         *       "Id": 3,
         *       "Kind": "merchant",
         *       "ChannelId": null,
         *       "Label": "ERP",
         *       "Scopes": [
         *         "orders:read",
         *         "orders:write"
         *       ],
         *       "State": "good",
         *       "CreatedAt": "2026-11-20T08:00:00.000Z",
         *       "ExpiresAt": null,
         *       "LastUsedAt": null,
         *       "RevokedAt": null,
         *       "ReplacedBy": null,
         *       "Key": "ent_m1_..."
         *     }
         */
        readonly IssuedKeyResponse: {
            /** @description Of a channel key. */
            readonly ChannelId: number | null;
            /** Format: date-time */
            readonly CreatedAt: string;
            /**
             * Format: date-time
             * @description When the key ends.
             */
            readonly ExpiresAt: string | null;
            readonly Id: number;
            /** @description The secret. It is shown only here, and not stored. */
            readonly Key: string;
            /**
             * @description For the merchant, or for one of its channels.
             * @enum {string}
             */
            readonly Kind: "merchant" | "channel";
            readonly Label: string;
            /**
             * Format: date-time
             * @description When the key was last used, to the minute.
             */
            readonly LastUsedAt: string | null;
            /** @description Id of the key that replaces it. */
            readonly ReplacedBy: number | null;
            /**
             * Format: date-time
             * @description When the key was revoked.
             */
            readonly RevokedAt: string | null;
            readonly Scopes: readonly string[];
            /**
             * @description Whether the key is accepted.
             * @enum {string}
             */
            readonly State: "good" | "revoked" | "expired";
        };
        /**
         * @description A webhook with its new secret, which is not shown again.
         * @example {
         *       "Id": 5,
         *       "ChannelId": null,
         *       "Url": "https://erp.example.com/hooks/entrepot",
         *       "Label": "ERP",
         *       "Types": [
         *         "order.*",
         *         "return.created"
         *       ],
         *       "Payload": "full",
         *       "Signature": "v1",
         *       "PublicKey": null,
         *       "PublicKeyPath": null,
         *       "IsEnabled": true,
         *       "DisabledAt": null,
         *       "DisabledReason": null,
         *       "FailingSince": null,
         *       "LastSuccessAt": null,
         *       "OldSecretEndsAt": null,
         *       "ReplayingSince": null,
         *       "CreatedAt": "2026-11-20T08:00:00.000Z",
         *       "UpdatedAt": "2026-11-20T08:00:00.000Z",
         *       "Secret": "whsec_..."
         *     }
         */
        readonly IssuedWebhookResponse: {
            /** @description Of a webhook of a channel. */
            readonly ChannelId: number | null;
            /** Format: date-time */
            readonly CreatedAt: string;
            /**
             * Format: date-time
             * @description When it was disabled.
             */
            readonly DisabledAt: string | null;
            /**
             * @description requested: by a call; gone: the receiver has answered 410; failing: nothing but failures for five days.
             * @enum {string|null}
             */
            readonly DisabledReason: "requested" | "gone" | "failing" | null;
            /**
             * Format: date-time
             * @description The first failure after the last success.
             */
            readonly FailingSince: string | null;
            readonly Id: number;
            readonly IsEnabled: boolean;
            readonly Label: string;
            /**
             * Format: date-time
             * @description The last answer of the receiver with 2xx, to the minute.
             */
            readonly LastSuccessAt: string | null;
            /**
             * Format: date-time
             * @description Until when deliveries are also signed with the old secret.
             */
            readonly OldSecretEndsAt: string | null;
            /**
             * @description Whether the event has its record as it is at delivery, or only ids.
             * @enum {string}
             */
            readonly Payload: "full" | "thin";
            /** @description With `v1a`: `whpk_` and base64 of the public key of Ed25519. */
            readonly PublicKey: string | null;
            /** @description With `v1a`: where anyone can read the public key as a JSON Web Key Set, after the URL of the API. */
            readonly PublicKeyPath: string | null;
            /**
             * Format: date-time
             * @description While events are sent again: those since this time.
             */
            readonly ReplayingSince: string | null;
            /** @description The secret. It is shown only here. */
            readonly Secret: string;
            /**
             * @description v1: HMAC-SHA256 with the secret. v1a: also Ed25519 with a private key of the hub.
             * @enum {string}
             */
            readonly Signature: "v1" | "v1a";
            readonly Types: readonly string[];
            /** Format: date-time */
            readonly UpdatedAt: string;
            readonly Url: string;
        };
        /**
         * @description Changes of an API key.
         * @example {
         *       "Label": "Old ERP"
         *     }
         */
        readonly KeyChange: {
            /**
             * Format: date-time
             * @description When the key ends. Null: never.
             */
            readonly ExpiresAt?: string | null;
            /**
             * Format: line
             * @description A name for people.
             */
            readonly Label?: string;
        };
        /**
         * @description The data of an event of an API key.
         * @example {
         *       "Kind": "merchant",
         *       "ChannelId": null,
         *       "Label": "ERP"
         *     }
         */
        readonly KeyEventData: {
            readonly ChannelId: number | null;
            /**
             * @description For whom the key acts.
             * @enum {string}
             */
            readonly Kind: "merchant" | "channel";
            readonly Label: string;
            /** @description Of key.rotated: the Id of its successor. */
            readonly ReplacedBy?: number;
        };
        /**
         * @description A new API key. Without `Scopes` it has all scopes of its kind except those of administration, which must be listed.
         * @example {
         *       "Label": "ERP",
         *       "Scopes": [
         *         "orders:read",
         *         "orders:write"
         *       ]
         *     }
         */
        readonly KeyRequest: {
            /** @description The channel of a channel key. */
            readonly ChannelId?: number | null;
            /**
             * Format: date-time
             * @description When the key ends; never when left out.
             */
            readonly ExpiresAt?: string | null;
            /**
             * @description For the merchant, or for one of its channels; 'merchant' when left out.
             * @enum {string}
             */
            readonly Kind?: "merchant" | "channel";
            /**
             * Format: line
             * @description A name for people.
             */
            readonly Label: string;
            /** @description Default: the scopes of products, orders, fulfilment and channels; for a channel key all channel scopes except those of webhooks and connections. */
            readonly Scopes?: readonly ("products:read" | "products:write" | "orders:read" | "orders:write" | "fulfilment:read" | "fulfilment:write" | "channels:read" | "channels:write" | "orders:create" | "keys:read" | "keys:write" | "webhooks:read" | "webhooks:write" | "connections:read" | "connections:write" | "settings:read" | "settings:write" | "members:read" | "members:write" | "agents:read" | "agents:write" | "scim:write" | "orders:cancel" | "products:sync" | "offers:sync" | "returns:create")[];
        };
        /**
         * @description An API key without its secret.
         * @example {
         *       "Id": 3,
         *       "Kind": "merchant",
         *       "ChannelId": null,
         *       "Label": "ERP",
         *       "Scopes": [
         *         "orders:read",
         *         "orders:write"
         *       ],
         *       "State": "good",
         *       "CreatedAt": "2026-11-20T08:00:00.000Z",
         *       "ExpiresAt": null,
         *       "LastUsedAt": "2026-11-22T08:30:00.000Z",
         *       "RevokedAt": null,
         *       "ReplacedBy": null
         *     }
         */
        readonly KeyResponse: {
            /** @description Of a channel key. */
            readonly ChannelId: number | null;
            /** Format: date-time */
            readonly CreatedAt: string;
            /**
             * Format: date-time
             * @description When the key ends.
             */
            readonly ExpiresAt: string | null;
            readonly Id: number;
            /**
             * @description For the merchant, or for one of its channels.
             * @enum {string}
             */
            readonly Kind: "merchant" | "channel";
            readonly Label: string;
            /**
             * Format: date-time
             * @description When the key was last used, to the minute.
             */
            readonly LastUsedAt: string | null;
            /** @description Id of the key that replaces it. */
            readonly ReplacedBy: number | null;
            /**
             * Format: date-time
             * @description When the key was revoked.
             */
            readonly RevokedAt: string | null;
            readonly Scopes: readonly string[];
            /**
             * @description Whether the key is accepted.
             * @enum {string}
             */
            readonly State: "good" | "revoked" | "expired";
        };
        /**
         * @description How an API key is replaced by a new one.
         * @example {
         *       "OverlapSeconds": 3600
         *     }
         */
        readonly KeyRotation: {
            /** @description Seconds for which the old key stays valid; 86400 when left out. */
            readonly OverlapSeconds?: number;
        };
        /**
         * @description Units of a line of the order.
         * @example {
         *       "MerchantOrderLineReference": "A-1-1",
         *       "ChannelOrderLineReference": "line-1",
         *       "Quantity": 1
         *     }
         */
        readonly LineResponse: {
            readonly ChannelOrderLineReference: string;
            readonly MerchantOrderLineReference: string | null;
            readonly Quantity: number;
        };
        /**
         * @description The price and the stock of a product.
         * @example {
         *       "Price": 12.5,
         *       "Currency": "EUR",
         *       "Stock": 25
         *     }
         */
        readonly ListedOffer: {
            /** @description ISO 4217: the currency of the price. */
            readonly Currency: string;
            readonly Price: number | null;
            readonly Stock: number;
        };
        /**
         * @description A field in which what a channel has confirmed differs from what it would get.
         * @example {
         *       "Field": "Name",
         *       "Confirmed": "Mug",
         *       "Current": "Blue mug"
         *     }
         */
        readonly ListingChange: {
            /** @description The value that the channel has confirmed. */
            readonly Confirmed: string | number | null;
            /** @description The value that the channel would get now. */
            readonly Current: string | number | null;
            /** @description The name of the field; of one text of ExtraData `ExtraData.` and its name. */
            readonly Field: string;
        };
        /**
         * @description Why an acknowledgement of a product was rejected.
         * @example {
         *       "Code": "MARKET_REFERENCE_IN_USE",
         *       "Detail": "The channel uses \"shop-mug\" for the product \"MUG-RED\". Choose another reference.",
         *       "OccurredAt": "2026-11-22T08:30:00.000Z"
         *     }
         */
        readonly ListingProblem: {
            /** @description The code of the rejection; `REPORTED_BY_CHANNEL` if the channel has said it in `Failed`. */
            readonly Code: string;
            /** @description What is wrong, and what to do. */
            readonly Detail: string;
            /** Format: date-time */
            readonly OccurredAt: string;
        };
        /**
         * @description A product on a channel: whether it is listed, and what is pending.
         * @example {
         *       "ChannelId": 1,
         *       "ChannelName": "Web shop",
         *       "MerchantProductReference": "MUG-BLUE",
         *       "ChannelProductReference": "shop-mug-blue",
         *       "IsWanted": true,
         *       "Pending": "update",
         *       "PendingSince": "2026-11-22T08:45:00.000Z",
         *       "IsOfferPending": false,
         *       "OfferPendingSince": null,
         *       "ConfirmedAt": "2026-11-21T10:00:02.000Z",
         *       "ConfirmedOffer": null,
         *       "OfferConfirmedAt": "2026-11-21T10:00:02.000Z",
         *       "Problem": null
         *     }
         */
        readonly ListingResponse: {
            readonly ChannelId: number;
            readonly ChannelName: string;
            /** @description The channel's own reference, under which it lists the product. Null if it does not list the product. */
            readonly ChannelProductReference: string | null;
            /**
             * Format: date-time
             * @description When the channel last confirmed data of the product.
             */
            readonly ConfirmedAt: string | null;
            /** @description The price and the stock that the channel confirmed last. */
            readonly ConfirmedOffer: components["schemas"]["ListedOffer"] | null;
            /** @description Whether the channel must still take over the price and the stock. */
            readonly IsOfferPending: boolean;
            /** @description Whether the channel should have the product: it is active, and selected for the channel. */
            readonly IsWanted: boolean;
            readonly MerchantProductReference: string;
            /**
             * Format: date-time
             * @description When the channel last confirmed price and stock.
             */
            readonly OfferConfirmedAt: string | null;
            /**
             * Format: date-time
             * @description Since when price and stock wait for the channel.
             */
            readonly OfferPendingSince: string | null;
            /**
             * @description What the channel must still do with the data.
             * @enum {string|null}
             */
            readonly Pending: "create" | "update" | "remove" | null;
            /**
             * Format: date-time
             * @description Since when the data waits for the channel.
             */
            readonly PendingSince: string | null;
            /** @description Why the channel could not process the product, or why its last acknowledgement was rejected. Null if nothing was wrong since the data was confirmed. */
            readonly Problem: components["schemas"]["ListingProblem"] | null;
        };
        /**
         * @description A reference of an acknowledgement that was rejected, and why.
         * @example {
         *       "Reference": "CAP-RED",
         *       "Code": "MARKET_NOT_FOUND",
         *       "Detail": "The channel has no product with this reference."
         *     }
         */
        readonly LoggedRejection: {
            /** @description The code of the reason, as in the answer. */
            readonly Code: string;
            /** @description The first 300 characters of the reason. */
            readonly Detail: string;
            readonly Reference: string | null;
        };
        /**
         * @description For whom and by whom the credentials act.
         * @example {
         *       "Kind": "merchant",
         *       "Actor": {
         *         "Kind": "person",
         *         "Id": "1",
         *         "Label": "ann@example.com",
         *         "Person": null
         *       },
         *       "Customer": {
         *         "Id": 1,
         *         "Name": "Corner shop",
         *         "TimeZone": "Europe/Amsterdam"
         *       },
         *       "Scopes": [
         *         "orders:read",
         *         "products:read"
         *       ],
         *       "Customers": [
         *         {
         *           "Id": 1,
         *           "Name": "Corner shop",
         *           "Role": "viewer"
         *         }
         *       ],
         *       "HasPasskeys": true,
         *       "McpUrl": "https://hub.example/mcp"
         *     }
         */
        readonly Me: {
            readonly Actor: {
                readonly Id: string;
                /**
                 * @description Kind of the actor.
                 * @enum {string}
                 */
                readonly Kind: "key" | "person" | "agent" | "system";
                readonly Label: string;
                /** @description For an agent, the person for whom it acts. */
                readonly Person: {
                    readonly Id: string;
                    readonly Label: string;
                } | null;
            };
            readonly Customer: {
                readonly Id: number;
                readonly Name: string;
                /** @description IANA: in which its days begin, such as Europe/Amsterdam. */
                readonly TimeZone: string;
            };
            /** @description The customers of the person, with the roles there; for an agent those at which it acts for the person. Empty for a key. */
            readonly Customers: readonly {
                readonly Id: number;
                readonly Name: string;
                /**
                 * @description owner: everything. operator: works with orders, shipments and products, and reads the rest. viewer: reads.
                 * @enum {string}
                 */
                readonly Role: "owner" | "operator" | "viewer";
            }[];
            /** @description Whether people sign in with passkeys at this hub. */
            readonly HasPasskeys: boolean;
            /**
             * @description Kind of the credentials.
             * @enum {string}
             */
            readonly Kind: "merchant" | "channel";
            /** @description Where AI agents connect; null in a hub without MCP. */
            readonly McpUrl: string | null;
            /** @description What the credentials permit now. */
            readonly Scopes: readonly string[];
        };
        /**
         * @description A person who acts for the merchant, with the rights of a role.
         * @example {
         *       "Id": 1,
         *       "Email": "ann@example.com",
         *       "Name": "Ann Archer",
         *       "Role": "owner",
         *       "CreatedAt": "2026-11-20T08:00:00.000Z",
         *       "LastSignInAt": "2026-11-21T08:00:00.000Z"
         *     }
         */
        readonly Member: {
            /**
             * Format: date-time
             * @description Since when a member.
             */
            readonly CreatedAt: string;
            readonly Email: string;
            /** @description Id of the user. */
            readonly Id: number;
            /** Format: date-time */
            readonly LastSignInAt: string | null;
            /** @description As the identity provider gave it. */
            readonly Name: string | null;
            /**
             * @description owner: everything. operator: works with orders, shipments and products, and reads the rest. viewer: reads.
             * @enum {string}
             */
            readonly Role: "owner" | "operator" | "viewer";
        };
        /**
         * @description The data of an event of a member or an invitation.
         * @example {
         *       "Email": "ann@example.com",
         *       "Role": "operator"
         *     }
         */
        readonly MemberEventData: {
            readonly Email: string;
            /** @description The role afterwards. */
            readonly Role: string;
        };
        /**
         * @description An empty object.
         * @example {}
         */
        readonly Nothing: Record<string, unknown>;
        /**
         * @description The price and the stock of a product that the channel lists.
         * @example {
         *       "MerchantProductReference": "MUG-BLUE",
         *       "ChannelProductReference": "shop-mug-blue",
         *       "Price": 12.5,
         *       "Currency": "EUR",
         *       "Stock": 25
         *     }
         */
        readonly Offer: {
            readonly ChannelProductReference: string;
            /** @description ISO 4217: the currency of the price. */
            readonly Currency: string;
            readonly MerchantProductReference: string;
            readonly Price: number | null;
            readonly Stock: number;
        };
        /**
         * @description The price and the stock of a product. Values that are left out stay.
         * @example {
         *       "MerchantProductReference": "MUG-BLUE",
         *       "Price": 11.95,
         *       "Stock": 20
         *     }
         */
        readonly OfferChange: {
            readonly Expected?: components["schemas"]["ExpectedOffer"];
            /**
             * Format: product-reference
             * @description The merchant's own reference of the product. Unique, case-sensitive.
             */
            readonly MerchantProductReference: string;
            /** @description Selling price, including VAT, in the base currency of the customer. */
            readonly Price?: number | null;
            /** @description The count: how many units there are, sold or not. Null counts as 0. */
            readonly Stock?: number | null;
            /** @description Units to add to the stock, or to take off it, instead of a count. The stock goes down to 0 at most. */
            readonly StockChange?: number;
            /**
             * Format: date-time
             * @description When the stock was counted; now when left out. A count settles what left before it, and one that is older than the stored count is not applied. What the hub has taken off the stock or added to it since is taken off the count or added to it.
             */
            readonly StockCountedAt?: string | null;
        };
        /**
         * @description Either all, any or not, or Field with exactly one operator. Conditions may be nested 8 deep.
         * @example {
         *       "Field": "Brand",
         *       "Is": "Acme"
         *     }
         */
        readonly OfferCondition: {
            /** @description The number is higher. A text is compared if it is a decimal such as 12.5. */
            readonly Above?: number;
            /** @description All of these conditions match. */
            readonly all?: readonly {
                readonly [key: string]: unknown;
            }[];
            /** @description At least one of these conditions matches. */
            readonly any?: readonly {
                readonly [key: string]: unknown;
            }[];
            /** @description The number is lower. A text is compared if it is a decimal such as 12.5. */
            readonly Below?: number;
            /** @description The text contains this one, in upper or lower case. */
            readonly Contains?: string;
            /** @description Whether the product has a value. An empty text is none. */
            readonly Exists?: boolean;
            /** @description A field of the product such as 'Brand', 'StockAvailable', or a name in ExtraData such as 'ExtraData.Season'. Children have what they inherit. */
            readonly Field?: string;
            /** @description The value is one of these. Upper and lower case differ. */
            readonly In?: readonly (string | number | boolean)[];
            /** @description The value is this one. Upper and lower case differ. */
            readonly Is?: string | number | boolean;
            /** @description The value is another one, or missing. */
            readonly IsNot?: string | number | boolean;
            /** @description A condition of this shape. */
            readonly not?: {
                readonly [key: string]: unknown;
            };
            /** @description The text starts with this one, in upper or lower case. */
            readonly StartsWith?: string;
        };
        /**
         * @description A price rule for the products that match a condition.
         * @example {
         *       "When": {
         *         "Field": "Brand",
         *         "Is": "Acme"
         *       },
         *       "Steps": [
         *         {
         *           "Percent": -10
         *         }
         *       ]
         *     }
         */
        readonly OfferConditionalPriceRule: {
            /**
             * @description The amount of the product to begin with. The default is Price.
             * @enum {string}
             */
            readonly Base?: "Price" | "MSRP" | "PurchasePrice";
            /**
             * Format: currency
             * @description The currency of the offer: amounts of the product are converted by the customer's exchange rates. The default is the base currency.
             */
            readonly Currency?: string;
            readonly Max?: components["schemas"]["OfferPriceLimit"];
            readonly Min?: components["schemas"]["OfferPriceLimit"];
            readonly Round?: components["schemas"]["OfferRounding"];
            /** @description Applied in this order. */
            readonly Steps?: readonly components["schemas"]["OfferPriceStep"][];
            readonly When: components["schemas"]["OfferCondition"];
        };
        /**
         * @description A price rule for the products that match a condition.
         * @example {
         *       "When": {
         *         "Field": "Brand",
         *         "Is": "Acme"
         *       },
         *       "Steps": [
         *         {
         *           "Percent": -10
         *         }
         *       ]
         *     }
         */
        readonly OfferConditionalPriceRuleResponse: {
            /**
             * @description The amount of the product to begin with. The default is Price.
             * @enum {string}
             */
            readonly Base?: "Price" | "MSRP" | "PurchasePrice";
            /**
             * Format: currency
             * @description The currency of the offer: amounts of the product are converted by the customer's exchange rates. The default is the base currency.
             */
            readonly Currency?: string;
            readonly Max?: components["schemas"]["OfferPriceLimitResponse"];
            readonly Min?: components["schemas"]["OfferPriceLimitResponse"];
            readonly Round?: components["schemas"]["OfferRoundingResponse"];
            /** @description Applied in this order. */
            readonly Steps?: readonly components["schemas"]["OfferPriceStepResponse"][];
            readonly When: components["schemas"]["OfferConditionResponse"];
        };
        /**
         * @description A stock rule for the products that match a condition.
         * @example {
         *       "When": {
         *         "Field": "Brand",
         *         "Is": "Acme"
         *       },
         *       "Buffer": 5
         *     }
         */
        readonly OfferConditionalStockRule: {
            /** @description Units that are kept back, after Percent. */
            readonly Buffer?: number;
            /** @description This number of units, whatever is available. Not with Percent or others. */
            readonly Fixed?: number;
            /** @description Fewer units than this are offered as 0. */
            readonly HideBelow?: number;
            /** @description Maximum number of units, after Buffer. */
            readonly Max?: number;
            /** @description Share of the available units, rounded down. */
            readonly Percent?: number;
            readonly When: components["schemas"]["OfferCondition"];
        };
        /**
         * @description A stock rule for the products that match a condition.
         * @example {
         *       "When": {
         *         "Field": "Brand",
         *         "Is": "Acme"
         *       },
         *       "Buffer": 5
         *     }
         */
        readonly OfferConditionalStockRuleResponse: {
            /** @description Units that are kept back, after Percent. */
            readonly Buffer?: number;
            /** @description This number of units, whatever is available. Not with Percent or others. */
            readonly Fixed?: number;
            /** @description Fewer units than this are offered as 0. */
            readonly HideBelow?: number;
            /** @description Maximum number of units, after Buffer. */
            readonly Max?: number;
            /** @description Share of the available units, rounded down. */
            readonly Percent?: number;
            readonly When: components["schemas"]["OfferConditionResponse"];
        };
        /**
         * @description Either all, any or not, or Field with exactly one operator. Conditions may be nested 8 deep.
         * @example {
         *       "Field": "Brand",
         *       "Is": "Acme"
         *     }
         */
        readonly OfferConditionResponse: {
            /** @description The number is higher. A text is compared if it is a decimal such as 12.5. */
            readonly Above?: number;
            /** @description All of these conditions match. */
            readonly all?: readonly {
                readonly [key: string]: unknown;
            }[];
            /** @description At least one of these conditions matches. */
            readonly any?: readonly {
                readonly [key: string]: unknown;
            }[];
            /** @description The number is lower. A text is compared if it is a decimal such as 12.5. */
            readonly Below?: number;
            /** @description The text contains this one, in upper or lower case. */
            readonly Contains?: string;
            /** @description Whether the product has a value. An empty text is none. */
            readonly Exists?: boolean;
            /** @description A field of the product such as 'Brand', 'StockAvailable', or a name in ExtraData such as 'ExtraData.Season'. Children have what they inherit. */
            readonly Field?: string;
            /** @description The value is one of these. Upper and lower case differ. */
            readonly In?: readonly (string | number | boolean)[];
            /** @description The value is this one. Upper and lower case differ. */
            readonly Is?: string | number | boolean;
            /** @description The value is another one, or missing. */
            readonly IsNot?: string | number | boolean;
            /** @description A condition of this shape. */
            readonly not?: {
                readonly [key: string]: unknown;
            };
            /** @description The text starts with this one, in upper or lower case. */
            readonly StartsWith?: string;
        };
        /**
         * @description A price that waits.
         * @example {
         *       "ChannelId": 1,
         *       "MerchantProductReference": "MUG-BLUE",
         *       "Price": 3495
         *     }
         */
        readonly OfferDecisionItem: {
            /** @description The Id of the channel. */
            readonly ChannelId: number;
            /**
             * Format: line
             * @description The product.
             */
            readonly MerchantProductReference: string;
            /** @description The price that is decided on. Another one that waits meanwhile goes on waiting. */
            readonly Price: number;
        };
        /**
         * @description A decision on prices that wait.
         * @example {
         *       "Decision": "accept",
         *       "Items": [
         *         {
         *           "ChannelId": 1,
         *           "MerchantProductReference": "MUG-BLUE",
         *           "Price": 3495
         *         }
         *       ]
         *     }
         */
        readonly OfferDecisionRequest: {
            /**
             * @description All with this cause.
             * @enum {string|null}
             */
            readonly Cause?: "write" | "import" | "order" | "stock" | "count" | "lag" | "rule" | "override" | "window" | "guard" | "settings" | "rates" | null;
            /** @description All waiting prices of this channel. */
            readonly ChannelId?: number | null;
            /**
             * @description accept offers the new price. refuse keeps the price that the channel knows, until another one is to be offered.
             * @enum {string}
             */
            readonly Decision: "accept" | "refuse";
            readonly Items?: readonly components["schemas"]["OfferDecisionItem"][];
        };
        /**
         * @description How many prices were decided on.
         * @example {
         *       "DecidedCount": 1,
         *       "MissingCount": 0
         *     }
         */
        readonly OfferDecisionResult: {
            readonly DecidedCount: number;
            /** @description Items whose price does not wait, or does not wait any more. */
            readonly MissingCount: number;
        };
        /**
         * @description How an offer came about.
         * @example {
         *       "Currency": "EUR",
         *       "Price": "By the default: price 34.95 EUR, with a commission of 15%: 41.12.",
         *       "Stock": "20 available.",
         *       "Steps": [
         *         {
         *           "Of": "Price",
         *           "Step": "Commission",
         *           "Percent": 15,
         *           "Amount": "41.1176470588"
         *         }
         *       ],
         *       "Hold": null
         *     }
         */
        readonly OfferExplanation: {
            /** @description ISO 4217: the currency of the offer. */
            readonly Currency: string;
            /** @description Why the channel is not offered what the rules give. Null if it is. */
            readonly Hold: components["schemas"]["OfferHold"] | null;
            /** @description In a sentence: how the price came about. */
            readonly Price: string | null;
            readonly Steps: readonly components["schemas"]["OfferStep"][];
            /** @description In a sentence: how the stock came about. */
            readonly Stock: string | null;
        };
        /**
         * @description What is held back from channels.
         * @example {
         *       "ToReview": [
         *         {
         *           "ChannelId": 1,
         *           "Cause": "rule",
         *           "Count": 12
         *         }
         *       ],
         *       "Problems": [
         *         {
         *           "ChannelId": 1,
         *           "Count": 3
         *         }
         *       ]
         *     }
         */
        readonly OfferFigures: {
            /** @description Products whose offer cannot be computed, by channel. */
            readonly Problems: readonly components["schemas"]["ProductsHeldBack"][];
            /** @description Prices that wait for a person, by channel and cause. */
            readonly ToReview: readonly components["schemas"]["PricesToReview"][];
        };
        /**
         * @description A change of what a channel was to be offered.
         * @example {
         *       "OccurredAt": "2026-11-22T08:45:00.000Z",
         *       "ChannelId": 1,
         *       "ChannelName": "Web shop",
         *       "MerchantProductReference": "MUG-BLUE",
         *       "Before": {
         *         "Price": 34.95,
         *         "Stock": 20,
         *         "IsOffered": true
         *       },
         *       "After": {
         *         "Price": 36.95,
         *         "Stock": 20,
         *         "IsOffered": true
         *       },
         *       "Cause": "write",
         *       "Actor": {
         *         "Kind": "key",
         *         "Id": "2",
         *         "Label": "ERP",
         *         "Person": null,
         *         "Tool": null
         *       }
         *     }
         */
        readonly OfferHistoryEntry: {
            readonly Actor: components["schemas"]["Actor"];
            readonly After: components["schemas"]["HistoricOffer"];
            readonly Before: components["schemas"]["HistoricOffer"];
            /**
             * @description What has changed the offer: a write or an import of the product, an order, a shipment or a return (stock), a count, units that are not held back any more (lag), a rule, an override, the begin or the end of a sale (window), a decision on a guarded price (guard), settings, or exchange and VAT rates (rates).
             * @enum {string}
             */
            readonly Cause: "write" | "import" | "order" | "stock" | "count" | "lag" | "rule" | "override" | "window" | "guard" | "settings" | "rates";
            readonly ChannelId: number;
            readonly ChannelName: string;
            readonly MerchantProductReference: string;
            /** Format: date-time */
            readonly OccurredAt: string;
        };
        /**
         * @description Why a channel is not offered what the rules give.
         * @example {
         *       "Code": "PRICE_GUARD",
         *       "Detail": "The price would change from 34.95 to 3495. Accept it, or refuse it to keep 34.95.",
         *       "KnownPrice": 34.95,
         *       "Price": 3495,
         *       "Decision": null
         *     }
         */
        readonly OfferHold: {
            /**
             * @description PRICE_GUARD: the price waits for a person. Others: what is missing.
             * @enum {string}
             */
            readonly Code: "PRICE_GUARD" | "NO_PRICE" | "NO_MSRP" | "NO_PURCHASE_PRICE" | "NO_RATE" | "NO_VAT_RATE" | "MIN_ABOVE_MAX" | "NEGATIVE_PRICE" | "PRICE_TOO_HIGH";
            /**
             * @description What a person has decided on this price.
             * @enum {string|null}
             */
            readonly Decision: "accepted" | "refused" | null;
            /** @description What is wrong, and what to change. */
            readonly Detail: string;
            /** @description The price that the channel knows, and keeps. */
            readonly KnownPrice: number | null;
            /** @description The price that waits. */
            readonly Price: number | null;
        };
        /**
         * @description What a channel is offered of one product instead of what the rules give.
         * @example {
         *       "MerchantProductReference": "MUG-BLUE",
         *       "Price": 9.95,
         *       "From": "2026-11-28T00:00:00Z",
         *       "Until": "2026-11-30T00:00:00Z"
         *     }
         */
        readonly OfferOverride: {
            /**
             * Format: date-time
             * @description The first moment at which it holds. Without it: from the beginning.
             */
            readonly From?: string | null;
            /** @description Whether the product is not offered. Of a parent: nor any of its variants. */
            readonly Hidden?: boolean | null;
            /**
             * Format: reference
             * @description Merchant reference of the product.
             */
            readonly MerchantProductReference: string;
            /** @description The price, in the currency in which the rules offer the product. No rule changes it. Not for a parent, which is never sold. */
            readonly Price?: number | null;
            readonly Stock?: components["schemas"]["OfferStockRule"];
            /**
             * Format: date-time
             * @description The moment at which it ends. Without it: for ever.
             */
            readonly Until?: string | null;
        };
        /**
         * @description A stored override.
         * @example {
         *       "MerchantProductReference": "MUG-BLUE",
         *       "Price": 9.95,
         *       "Stock": null,
         *       "Hidden": false,
         *       "From": "2026-11-28T00:00:00.000Z",
         *       "Until": "2026-11-30T00:00:00.000Z",
         *       "IsActive": false
         *     }
         */
        readonly OfferOverrideResponse: {
            /** Format: date-time */
            readonly From: string | null;
            readonly Hidden: boolean;
            /** @description Whether it holds now. */
            readonly IsActive: boolean;
            readonly MerchantProductReference: string;
            readonly Price: number | null;
            readonly Stock: components["schemas"]["OfferStockRuleResponse"] | null;
            /** Format: date-time */
            readonly Until: string | null;
        };
        /**
         * @description What new rules would change of the offers of a channel.
         * @example {
         *       "Compared": 120,
         *       "Changed": 12,
         *       "PriceChanged": 11,
         *       "StockChanged": 0,
         *       "NewlyOffered": 0,
         *       "NoLongerOffered": 0,
         *       "ToReview": 1,
         *       "PriceChange": {
         *         "Lowest": -0.6,
         *         "Median": 0.55,
         *         "Highest": 2.5
         *       },
         *       "PriceChangePercent": {
         *         "Lowest": -5,
         *         "Median": 5,
         *         "Highest": 20
         *       },
         *       "Problems": [
         *         {
         *           "Code": "NO_PURCHASE_PRICE",
         *           "Count": 1,
         *           "MerchantProductReferences": [
         *             "CAP-RED"
         *           ]
         *         }
         *       ],
         *       "Largest": [
         *         {
         *           "MerchantProductReference": "MUG-BLUE",
         *           "Name": "Blue mug",
         *           "Before": {
         *             "Price": 12.5,
         *             "Currency": "EUR",
         *             "Stock": 25,
         *             "IsOffered": true
         *           },
         *           "After": {
         *             "Price": 15,
         *             "Currency": "EUR",
         *             "Stock": 25,
         *             "IsOffered": true
         *           },
         *           "PriceChange": 2.5,
         *           "PriceChangePercent": 20,
         *           "UnwantedReason": null,
         *           "Explanation": {
         *             "Currency": "EUR",
         *             "Price": "By the default rule: price 12.5 EUR, plus 20%: 15.",
         *             "Stock": "25 available.",
         *             "Steps": [
         *               {
         *                 "Of": "Price",
         *                 "Step": "Percent",
         *                 "Percent": 20,
         *                 "Amount": "15"
         *               }
         *             ],
         *             "Hold": null
         *           }
         *         }
         *       ]
         *     }
         */
        readonly OfferPreview: {
            /** @description Products of which any of the following changes. */
            readonly Changed: number;
            /** @description Products of the catalogue, all of which were compared. */
            readonly Compared: number;
            /** @description The 50 largest changes: of prices, by percentage; then products that are newly or no longer offered; then of stock, by units. */
            readonly Largest: readonly components["schemas"]["PreviewedChange"][];
            /** @description Products that are offered, and were not before. */
            readonly NewlyOffered: number;
            /** @description Products that were offered, and are not any more. */
            readonly NoLongerOffered: number;
            /** @description The changes of prices that are offered at once, without those that would wait for review. Null if there are none that can be compared. */
            readonly PriceChange: components["schemas"]["OfferSpread"] | null;
            /** @description Products that are offered at another price at once. */
            readonly PriceChanged: number;
            /** @description The same in percent of the price before. */
            readonly PriceChangePercent: components["schemas"]["OfferSpread"] | null;
            /** @description Why offers of selected products could not be computed. They are not offered, or with no units where they are listed. */
            readonly Problems: readonly components["schemas"]["PreviewedProblem"][];
            /** @description Products of which another number of units is offered. */
            readonly StockChanged: number;
            /** @description Products whose new price would wait for a person, and keeps the known one until then. */
            readonly ToReview: number;
        };
        /**
         * @description A limit of the rounded price: exactly one of the fields. It is rounded to the currency's decimals, Min up and Max down.
         * @example {
         *       "MarginPercent": 20
         *     }
         */
        readonly OfferPriceLimit: {
            /** @description An amount in the currency of the rule. */
            readonly Amount?: number;
            /** @description The purchase price and this percentage of it. */
            readonly MarginPercent?: number;
            /** @description This percentage of the MSRP. */
            readonly MsrpPercent?: number;
        };
        /**
         * @description A limit of the rounded price: exactly one of the fields. It is rounded to the currency's decimals, Min up and Max down.
         * @example {
         *       "MarginPercent": 20
         *     }
         */
        readonly OfferPriceLimitResponse: {
            /** @description An amount in the currency of the rule. */
            readonly Amount?: number;
            /** @description The purchase price and this percentage of it. */
            readonly MarginPercent?: number;
            /** @description This percentage of the MSRP. */
            readonly MsrpPercent?: number;
        };
        /**
         * @description How a price is computed.
         * @example {
         *       "Base": "Price",
         *       "Steps": [
         *         {
         *           "Commission": 15
         *         }
         *       ],
         *       "Round": {
         *         "Ending": 0.95,
         *         "Direction": "up"
         *       },
         *       "Min": {
         *         "MarginPercent": 20
         *       }
         *     }
         */
        readonly OfferPriceRule: {
            /**
             * @description The amount of the product to begin with. The default is Price.
             * @enum {string}
             */
            readonly Base?: "Price" | "MSRP" | "PurchasePrice";
            /**
             * Format: currency
             * @description The currency of the offer: amounts of the product are converted by the customer's exchange rates. The default is the base currency.
             */
            readonly Currency?: string;
            readonly Max?: components["schemas"]["OfferPriceLimit"];
            readonly Min?: components["schemas"]["OfferPriceLimit"];
            readonly Round?: components["schemas"]["OfferRounding"];
            /** @description Applied in this order. */
            readonly Steps?: readonly components["schemas"]["OfferPriceStep"][];
        };
        /**
         * @description How a price is computed.
         * @example {
         *       "Base": "Price",
         *       "Steps": [
         *         {
         *           "Commission": 15
         *         }
         *       ],
         *       "Round": {
         *         "Ending": 0.95,
         *         "Direction": "up"
         *       },
         *       "Min": {
         *         "MarginPercent": 20
         *       }
         *     }
         */
        readonly OfferPriceRuleResponse: {
            /**
             * @description The amount of the product to begin with. The default is Price.
             * @enum {string}
             */
            readonly Base?: "Price" | "MSRP" | "PurchasePrice";
            /**
             * Format: currency
             * @description The currency of the offer: amounts of the product are converted by the customer's exchange rates. The default is the base currency.
             */
            readonly Currency?: string;
            readonly Max?: components["schemas"]["OfferPriceLimitResponse"];
            readonly Min?: components["schemas"]["OfferPriceLimitResponse"];
            readonly Round?: components["schemas"]["OfferRoundingResponse"];
            /** @description Applied in this order. */
            readonly Steps?: readonly components["schemas"]["OfferPriceStepResponse"][];
        };
        /**
         * @description The price rules of a channel: the first one that matches, else the default.
         * @example {
         *       "Rules": [
         *         {
         *           "When": {
         *             "Field": "Brand",
         *             "Is": "Acme"
         *           },
         *           "Steps": [
         *             {
         *               "Percent": -10
         *             }
         *           ]
         *         }
         *       ],
         *       "Default": {
         *         "Base": "Price",
         *         "Steps": [
         *           {
         *             "Commission": 15
         *           }
         *         ],
         *         "Round": {
         *           "Ending": 0.95,
         *           "Direction": "up"
         *         },
         *         "Min": {
         *           "MarginPercent": 20
         *         }
         *       }
         *     }
         */
        readonly OfferPriceRules: {
            readonly Default?: components["schemas"]["OfferPriceRule"];
            /** @description The first one whose condition matches is used. */
            readonly Rules?: readonly components["schemas"]["OfferConditionalPriceRule"][];
        };
        /**
         * @description The price rules of a channel: the first one that matches, else the default.
         * @example {
         *       "Rules": [
         *         {
         *           "When": {
         *             "Field": "Brand",
         *             "Is": "Acme"
         *           },
         *           "Steps": [
         *             {
         *               "Percent": -10
         *             }
         *           ]
         *         }
         *       ],
         *       "Default": {
         *         "Base": "Price",
         *         "Steps": [
         *           {
         *             "Commission": 15
         *           }
         *         ],
         *         "Round": {
         *           "Ending": 0.95,
         *           "Direction": "up"
         *         },
         *         "Min": {
         *           "MarginPercent": 20
         *         }
         *       }
         *     }
         */
        readonly OfferPriceRulesResponse: {
            readonly Default?: components["schemas"]["OfferPriceRuleResponse"];
            /** @description The first one whose condition matches is used. */
            readonly Rules?: readonly components["schemas"]["OfferConditionalPriceRuleResponse"][];
        };
        /**
         * @description A step of a price.
         * @example {
         *       "Commission": 15
         *     }
         */
        readonly OfferPriceStep: {
            /** @description Adds this amount; a negative one subtracts. */
            readonly Amount?: number;
            /** @description The price at which the amount remains after the channel's share in percent. */
            readonly Commission?: number;
            /** @description Adds this percentage; a negative one subtracts. */
            readonly Percent?: number;
            readonly Vat?: components["schemas"]["OfferVat"];
        };
        /**
         * @description A step of a price.
         * @example {
         *       "Commission": 15
         *     }
         */
        readonly OfferPriceStepResponse: {
            /** @description Adds this amount; a negative one subtracts. */
            readonly Amount?: number;
            /** @description The price at which the amount remains after the channel's share in percent. */
            readonly Commission?: number;
            /** @description Adds this percentage; a negative one subtracts. */
            readonly Percent?: number;
            readonly Vat?: components["schemas"]["OfferVatResponse"];
        };
        /**
         * @description Either To or Ending.
         * @example {
         *       "Ending": 0.95,
         *       "Direction": "up"
         *     }
         */
        readonly OfferRounding: {
            /**
             * @description The default is nearest: halves are rounded up.
             * @enum {string}
             */
            readonly Direction?: "up" | "down" | "nearest";
            /** @description To prices that end in this: 0.95 gives 12.95, and 9.99 gives 19.99. */
            readonly Ending?: number;
            /** @description To multiples of this, such as 0.05. */
            readonly To?: number;
        };
        /**
         * @description Either To or Ending.
         * @example {
         *       "Ending": 0.95,
         *       "Direction": "up"
         *     }
         */
        readonly OfferRoundingResponse: {
            /**
             * @description The default is nearest: halves are rounded up.
             * @enum {string}
             */
            readonly Direction?: "up" | "down" | "nearest";
            /** @description To prices that end in this: 0.95 gives 12.95, and 9.99 gives 19.99. */
            readonly Ending?: number;
            /** @description To multiples of this, such as 0.05. */
            readonly To?: number;
        };
        /**
         * @description Which version of the rules of a channel holds now.
         * @example {
         *       "ChannelId": 1,
         *       "Version": 3,
         *       "Changes": [
         *         "Price rule: none → +5%"
         *       ]
         *     }
         */
        readonly OfferRulesEventData: {
            /** @description What has changed, in words: what was before, and what is now. Channels do not get it. */
            readonly Changes: readonly string[];
            readonly ChannelId: number;
            /** @description Of the rules, from 1. */
            readonly Version: number;
        };
        /**
         * @description All rules of a channel.
         * @example {
         *       "Select": {
         *         "not": {
         *           "Field": "CategoryTrail",
         *           "StartsWith": "Spare parts"
         *         }
         *       },
         *       "Stock": {
         *         "Rules": [
         *           {
         *             "When": {
         *               "Field": "Brand",
         *               "Is": "Acme"
         *             },
         *             "Buffer": 5
         *           }
         *         ],
         *         "Default": {
         *           "Percent": 50,
         *           "Buffer": 2,
         *           "HideBelow": 1
         *         }
         *       },
         *       "Price": {
         *         "Rules": [
         *           {
         *             "When": {
         *               "Field": "Brand",
         *               "Is": "Acme"
         *             },
         *             "Steps": [
         *               {
         *                 "Percent": -10
         *               }
         *             ]
         *           }
         *         ],
         *         "Default": {
         *           "Base": "Price",
         *           "Steps": [
         *             {
         *               "Commission": 15
         *             }
         *           ],
         *           "Round": {
         *             "Ending": 0.95,
         *             "Direction": "up"
         *           },
         *           "Min": {
         *             "MarginPercent": 20
         *           }
         *         }
         *       },
         *       "GuardPercent": 40
         *     }
         */
        readonly OfferRulesRequest: {
            /**
             * Format: date-time
             * @description As answered by GET: it is ignored.
             */
            readonly ChangedAt?: string | null;
            /** @description As answered by GET: it is ignored. */
            readonly ChangedBy?: Record<string, unknown> | null;
            /** @description A price that moves by more than this percentage, or to 0, waits for a person. 0 switches it off. The default is 40. */
            readonly GuardPercent?: number;
            readonly Price?: components["schemas"]["OfferPriceRules"];
            readonly Select?: components["schemas"]["OfferCondition"];
            readonly Stock?: components["schemas"]["OfferStockRules"];
            /** @description The version that was read before. If the rules have been changed since, nothing is stored. */
            readonly Version?: number | null;
        };
        /**
         * @description All rules of a channel, and who has changed them last.
         * @example {
         *       "Version": 3,
         *       "ChangedAt": "2026-11-22T08:45:00.000Z",
         *       "ChangedBy": {
         *         "Kind": "key",
         *         "Id": "2",
         *         "Label": "ERP",
         *         "Person": null,
         *         "Tool": null
         *       },
         *       "Select": {
         *         "not": {
         *           "Field": "CategoryTrail",
         *           "StartsWith": "Spare parts"
         *         }
         *       },
         *       "Stock": {
         *         "Rules": [
         *           {
         *             "When": {
         *               "Field": "Brand",
         *               "Is": "Acme"
         *             },
         *             "Buffer": 5
         *           }
         *         ],
         *         "Default": {
         *           "Percent": 50,
         *           "Buffer": 2,
         *           "HideBelow": 1
         *         }
         *       },
         *       "Price": {
         *         "Rules": [
         *           {
         *             "When": {
         *               "Field": "Brand",
         *               "Is": "Acme"
         *             },
         *             "Steps": [
         *               {
         *                 "Percent": -10
         *               }
         *             ]
         *           }
         *         ],
         *         "Default": {
         *           "Base": "Price",
         *           "Steps": [
         *             {
         *               "Commission": 15
         *             }
         *           ],
         *           "Round": {
         *             "Ending": 0.95,
         *             "Direction": "up"
         *           },
         *           "Min": {
         *             "MarginPercent": 20
         *           }
         *         }
         *       },
         *       "GuardPercent": 40
         *     }
         */
        readonly OfferRulesResponse: {
            /**
             * Format: date-time
             * @description Null: never.
             */
            readonly ChangedAt: string | null;
            /** @description Who has changed them last. */
            readonly ChangedBy: components["schemas"]["Actor"] | null;
            /** @description A price that moves by more than this percentage, or to 0, waits for a person. 0 switches it off. The default is 40. */
            readonly GuardPercent?: number;
            readonly Price?: components["schemas"]["OfferPriceRulesResponse"];
            readonly Select?: components["schemas"]["OfferConditionResponse"];
            readonly Stock?: components["schemas"]["OfferStockRulesResponse"];
            /** @description Counts the changes of the rules, from 1; 0 for none. */
            readonly Version: number;
        };
        /**
         * @description Products of which the offer to a channel is concerned.
         * @example {
         *       "ChannelId": 1,
         *       "References": [
         *         "MUG-BLUE"
         *       ],
         *       "More": 0
         *     }
         */
        readonly OffersEventData: {
            readonly ChannelId: number;
            /** @description Number of further products. */
            readonly More: number;
            /** @description MerchantProductReference of up to 100 products. */
            readonly References: readonly string[];
        };
        /**
         * @description The lowest, the middle and the highest of some changes of prices.
         * @example {
         *       "Lowest": -0.6,
         *       "Median": 0.55,
         *       "Highest": 2.5
         *     }
         */
        readonly OfferSpread: {
            /** @description The strongest increase, or else the smallest decrease. */
            readonly Highest: number;
            /** @description The strongest decrease, or else the smallest increase. */
            readonly Lowest: number;
            readonly Median: number;
        };
        /**
         * @description A step of the computation of an offer.
         * @example {
         *       "Of": "Price",
         *       "Step": "Commission",
         *       "Percent": 15,
         *       "Amount": "41.1176470588"
         *     }
         */
        readonly OfferStep: {
            /** @description The amount after the step, as decimal text of at most ten decimals. */
            readonly Amount?: string;
            /** @description The amount or the units that were added or subtracted. */
            readonly Change?: number;
            /** @description The country whose VAT rate was used. */
            readonly Country?: string;
            /** @description The currency of this amount and of the following ones. */
            readonly Currency?: string;
            /** @description The direction of the rounding: up, down or nearest. */
            readonly Direction?: string;
            /** @description The ending that was rounded to. */
            readonly Ending?: number;
            /** @description The field of the product that was used. */
            readonly Field?: string;
            /** @description VAT rate that was removed, in percent. */
            readonly From?: number;
            /** @description The limit, rounded. */
            readonly Limit?: string;
            /** @description What the rule that matched does, and for which products. */
            readonly Name?: string;
            /**
             * @description What the step belongs to.
             * @enum {string}
             */
            readonly Of: "Price" | "Stock";
            /** @description The percentage of the step. */
            readonly Percent?: number;
            /** @description Units of the base currency for one unit of the currency. */
            readonly Rate?: string;
            /** @description Of Available: units of the stock that orders hold. */
            readonly Reserved?: number;
            /** @description Index of the rule that matched. */
            readonly Rule?: number;
            /**
             * @description What was done. Rule, Default, NoRule and Override say where the following steps come from.
             * @enum {string}
             */
            readonly Step: "Rule" | "Default" | "NoRule" | "Override" | "Base" | "Currency" | "Percent" | "Amount" | "Commission" | "Vat" | "Round" | "Min" | "Max" | "Available" | "Buffer" | "Fixed" | "HideBelow";
            /** @description Of Available: the stock of the product. */
            readonly Stock?: number;
            /** @description VAT rate that was added in percent, or the step of the rounding. */
            readonly To?: number;
            /** @description The units after the step. */
            readonly Units?: number;
        };
        /**
         * @description How many units a channel may sell.
         * @example {
         *       "Percent": 50,
         *       "Buffer": 2,
         *       "HideBelow": 1
         *     }
         */
        readonly OfferStockRule: {
            /** @description Units that are kept back, after Percent. */
            readonly Buffer?: number;
            /** @description This number of units, whatever is available. Not with Percent or others. */
            readonly Fixed?: number;
            /** @description Fewer units than this are offered as 0. */
            readonly HideBelow?: number;
            /** @description Maximum number of units, after Buffer. */
            readonly Max?: number;
            /** @description Share of the available units, rounded down. */
            readonly Percent?: number;
        };
        /**
         * @description How many units a channel may sell.
         * @example {
         *       "Percent": 50,
         *       "Buffer": 2,
         *       "HideBelow": 1
         *     }
         */
        readonly OfferStockRuleResponse: {
            /** @description Units that are kept back, after Percent. */
            readonly Buffer?: number;
            /** @description This number of units, whatever is available. Not with Percent or others. */
            readonly Fixed?: number;
            /** @description Fewer units than this are offered as 0. */
            readonly HideBelow?: number;
            /** @description Maximum number of units, after Buffer. */
            readonly Max?: number;
            /** @description Share of the available units, rounded down. */
            readonly Percent?: number;
        };
        /**
         * @description The stock rules of a channel: the first one that matches, else the default.
         * @example {
         *       "Rules": [
         *         {
         *           "When": {
         *             "Field": "Brand",
         *             "Is": "Acme"
         *           },
         *           "Buffer": 5
         *         }
         *       ],
         *       "Default": {
         *         "Percent": 50,
         *         "Buffer": 2,
         *         "HideBelow": 1
         *       }
         *     }
         */
        readonly OfferStockRules: {
            readonly Default?: components["schemas"]["OfferStockRule"];
            /** @description The first one whose condition matches is used. */
            readonly Rules?: readonly components["schemas"]["OfferConditionalStockRule"][];
        };
        /**
         * @description The stock rules of a channel: the first one that matches, else the default.
         * @example {
         *       "Rules": [
         *         {
         *           "When": {
         *             "Field": "Brand",
         *             "Is": "Acme"
         *           },
         *           "Buffer": 5
         *         }
         *       ],
         *       "Default": {
         *         "Percent": 50,
         *         "Buffer": 2,
         *         "HideBelow": 1
         *       }
         *     }
         */
        readonly OfferStockRulesResponse: {
            readonly Default?: components["schemas"]["OfferStockRuleResponse"];
            /** @description The first one whose condition matches is used. */
            readonly Rules?: readonly components["schemas"]["OfferConditionalStockRuleResponse"][];
        };
        /**
         * @description Replaces the product's VAT in the price by that of the destination. Either Rates or Country.
         * @example {
         *       "Rates": [
         *         {
         *           "From": 21,
         *           "To": 19
         *         }
         *       ]
         *     }
         */
        readonly OfferVat: {
            /**
             * Format: country
             * @description Takes the rates of this country (ISO 3166-1).
             */
            readonly Country?: string;
            readonly Rates?: readonly components["schemas"]["OfferVatRate"][];
        };
        /**
         * @description A VAT rate, and what replaces it.
         * @example {
         *       "From": 21,
         *       "To": 19
         *     }
         */
        readonly OfferVatRate: {
            /** @description VAT rate of the product. */
            readonly From: number;
            /** @description VAT rate where the channel sells. */
            readonly To: number;
        };
        /**
         * @description A VAT rate, and what replaces it.
         * @example {
         *       "From": 21,
         *       "To": 19
         *     }
         */
        readonly OfferVatRateResponse: {
            /** @description VAT rate of the product. */
            readonly From: number;
            /** @description VAT rate where the channel sells. */
            readonly To: number;
        };
        /**
         * @description Replaces the product's VAT in the price by that of the destination. Either Rates or Country.
         * @example {
         *       "Rates": [
         *         {
         *           "From": 21,
         *           "To": 19
         *         }
         *       ]
         *     }
         */
        readonly OfferVatResponse: {
            /**
             * Format: country
             * @description Takes the rates of this country (ISO 3166-1).
             */
            readonly Country?: string;
            readonly Rates?: readonly components["schemas"]["OfferVatRateResponse"][];
        };
        /**
         * @description The oldest open order.
         * @example {
         *       "Id": 31,
         *       "Reference": "A-31",
         *       "OrderDate": "2026-11-18T15:40:00.000Z"
         *     }
         */
        readonly OldestOrder: {
            readonly Id: number;
            /** Format: date-time */
            readonly OrderDate: string;
            /** @description Of the merchant, or else of the channel. */
            readonly Reference: string;
        };
        /**
         * @description An action on an order, and whether the caller may do it now.
         * @example {
         *       "Name": "ship",
         *       "IsAllowed": true,
         *       "Reason": null
         *     }
         */
        readonly OrderAction: {
            /** @description Whether the caller may do it now. */
            readonly IsAllowed: boolean;
            /**
             * @description The action.
             * @enum {string}
             */
            readonly Name: "correct" | "acknowledge" | "ship" | "backorder" | "cancel" | "return" | "refund" | "close" | "reopen" | "combine" | "comment";
            /** @description Why the action is not allowed. Null if it is. */
            readonly Reason: {
                /** @description The code with which the call would be refused. */
                readonly Code: string;
                /** @description What prevents the action, and what to do. */
                readonly Message: string;
            } | null;
        };
        /**
         * @description The orders with which an order is combined.
         * @example {
         *       "MerchantOrderReferences": [
         *         "A-2",
         *         "A-3"
         *       ]
         *     }
         */
        readonly OrderCombination: {
            /** @description The other orders of the combination; none: it has none. */
            readonly MerchantOrderReferences: readonly string[];
        };
        /**
         * @description The data of an event about a combination of orders.
         * @example {
         *       "Status": "IN_PROGRESS",
         *       "IsCombined": true
         *     }
         */
        readonly OrderCombinationEventData: {
            /** @description Whether the order was combined, or taken out of its combination. */
            readonly IsCombined: boolean;
            /** @description The status of the order afterwards. */
            readonly Status: string;
        };
        /**
         * @description A comment on an order.
         * @example {
         *       "Comment": "The buyer called: leave it with the neighbours."
         *     }
         */
        readonly OrderComment: {
            /**
             * Format: block
             * @description The text. Blanks at its ends are removed.
             */
            readonly Comment: string;
        };
        /**
         * @description The data of an event about a comment on an order.
         * @example {
         *       "Status": "IN_PROGRESS",
         *       "Comment": "The buyer called: leave it with the neighbours."
         *     }
         */
        readonly OrderCommentEventData: {
            /** @description The text. */
            readonly Comment: string;
            /** @description The status of the order afterwards. */
            readonly Status: string;
        };
        /**
         * @description The values of an order that the merchant corrects. Values that are left out stay.
         * @example {
         *       "Lines": [
         *         {
         *           "Id": 71,
         *           "MerchantProductReference": "MUG-BLUE"
         *         }
         *       ]
         *     }
         */
        readonly OrderCorrection: {
            readonly BillingAddress?: components["schemas"]["Address"];
            /** Format: email */
            readonly Email?: string | null;
            readonly Lines?: readonly {
                /** @description Id of the line to correct. */
                readonly Id: number;
                /**
                 * Format: product-reference
                 * @description The product it is.
                 */
                readonly MerchantProductReference: string;
            }[];
            /** Format: line */
            readonly Phone?: string | null;
            readonly ShippingAddress?: components["schemas"]["Address"];
        };
        /**
         * @description The data of an event about a correction of an order.
         * @example {
         *       "Status": "NEW",
         *       "Replaced": [
         *         {
         *           "MerchantProductReferenceBefore": "MUG",
         *           "MerchantProductReference": "MUG-RED"
         *         }
         *       ]
         *     }
         */
        readonly OrderCorrectionEventData: {
            /** @description Up to 100 products that were replaced. Missing if none were. */
            readonly Replaced?: readonly {
                readonly MerchantProductReference: string;
                readonly MerchantProductReferenceBefore: string;
            }[];
            /** @description The status of the order afterwards. */
            readonly Status: string;
        };
        /**
         * @description The number of orders of each status.
         * @example {
         *       "Total": 43,
         *       "ByStatus": [
         *         {
         *           "Status": "NEW",
         *           "Count": 12
         *         },
         *         {
         *           "Status": "IN_PROGRESS",
         *           "Count": 31
         *         }
         *       ],
         *       "IsComplete": true
         *     }
         */
        readonly OrderCounts: {
            /** @description Every status, in the order of a work list. */
            readonly ByStatus: readonly components["schemas"]["StatusCount"][];
            /** @description False if more than 100,000 orders match: the newest of them are counted, and without a filter all that are open. */
            readonly IsComplete: boolean;
            readonly Total: number;
        };
        /**
         * @description Something that happened to an order, with who did it.
         * @example {
         *       "Type": "SHIPPED",
         *       "OccurredAt": "2026-11-22T08:30:00.000Z",
         *       "Status": "SHIPPED",
         *       "Key": {
         *         "Id": 3,
         *         "Kind": "merchant",
         *         "Label": "ERP"
         *       },
         *       "Actor": {
         *         "Kind": "key",
         *         "Id": "3",
         *         "Label": "ERP",
         *         "Person": null,
         *         "Tool": null
         *       },
         *       "Record": {
         *         "Kind": "shipment",
         *         "Reference": "S-1"
         *       },
         *       "Comment": null,
         *       "Replaced": null
         *     }
         */
        readonly OrderEvent: {
            readonly Actor: components["schemas"]["Actor"];
            /** @description Of COMMENTED: the text, with line breaks. */
            readonly Comment: string | null;
            /** @description The API key that did it. Null if a person, an agent or the hub did. */
            readonly Key: {
                readonly Id: number;
                /**
                 * @description Whose.
                 * @enum {string}
                 */
                readonly Kind: "merchant" | "channel";
                readonly Label: string;
            } | null;
            /** Format: date-time */
            readonly OccurredAt: string;
            /** @description The shipment, cancellation, backorder, return or refund that it is about. */
            readonly Record: {
                /**
                 * @description Of the record.
                 * @enum {string}
                 */
                readonly Kind: "shipment" | "cancellation" | "backorder" | "return" | "refund";
                readonly Reference: string;
            } | null;
            /** @description Of CORRECTED: up to 100 products that were replaced. Null if none were, and of corrections before this was stored. */
            readonly Replaced: readonly {
                readonly MerchantProductReference: string;
                readonly MerchantProductReferenceBefore: string;
            }[] | null;
            /** @description The status of the order afterwards. */
            readonly Status: string;
            /** @description CREATED, CORRECTED, ACKNOWLEDGED, SHIPPED, SHIPMENT_CHANGED, SHIPMENT_VOIDED, CANCELLED, BACKORDERED, RETURNED, RETURN_CHANGED, REFUNDED, CLOSED, REOPENED, COMBINED, SEPARATED or COMMENTED. */
            readonly Type: string;
        };
        /**
         * @description The data of an event of an order.
         * @example {
         *       "Status": "NEW"
         *     }
         */
        readonly OrderEventData: {
            /** @description The status of the order afterwards. */
            readonly Status: string;
        };
        /**
         * @description Orders that need work.
         * @example {
         *       "ToAcknowledge": 3,
         *       "OldestToAcknowledge": "2026-11-22T07:10:00.000Z",
         *       "ToCorrect": 1,
         *       "ToShip": 12,
         *       "InBackorder": 2,
         *       "Late": 2,
         *       "OldestShipBy": "2026-11-20T15:40:00.000Z",
         *       "Short": 1,
         *       "OldestOpen": {
         *         "Id": 31,
         *         "Reference": "A-31",
         *         "OrderDate": "2026-11-18T15:40:00.000Z"
         *       }
         *     }
         */
        readonly OrderFigures: {
            /** @description Those of `ToShip` whose open units all wait for stock. */
            readonly InBackorder: number;
            /** @description Orders with units to ship whose `ShipBy` has passed, acknowledged or not. */
            readonly Late: number;
            /** @description The order with the oldest OrderDate that has units to ship. */
            readonly OldestOpen: components["schemas"]["OldestOrder"] | null;
            /** Format: date-time */
            readonly OldestShipBy: string | null;
            /** Format: date-time */
            readonly OldestToAcknowledge: string | null;
            /** @description Orders with units for which the stock does not suffice, and that are not in backorder. */
            readonly Short: number;
            /** @description Orders with the status NEW. */
            readonly ToAcknowledge: number;
            /** @description Orders with the status REQUIRES_CORRECTION. */
            readonly ToCorrect: number;
            /** @description Acknowledged orders with open units. */
            readonly ToShip: number;
        };
        /**
         * @description What became of one order of a job.
         * @example {
         *       "OrderId": 58,
         *       "MerchantReference": null,
         *       "ChannelReference": "shop-1001",
         *       "Outcome": "refused",
         *       "Code": "MARKET_ORDER_STATUS",
         *       "Detail": "The order requires correction before it can be acknowledged."
         *     }
         */
        readonly OrderJobOutcome: {
            readonly ChannelReference: string;
            /** @description Of the refusal: what the call for one record answers. */
            readonly Code: string | null;
            /** @description Why it was refused, and what to change. */
            readonly Detail: string | null;
            readonly MerchantReference: string | null;
            readonly OrderId: number;
            /**
             * @description 'waiting': the order has not had its turn. 'unchanged': it was already as the action leaves it.
             * @enum {string}
             */
            readonly Outcome: "waiting" | "done" | "unchanged" | "refused";
        };
        /**
         * @description Something to do with many orders.
         * @example {
         *       "Action": "acknowledge",
         *       "Filter": {
         *         "status": [
         *           "NEW"
         *         ],
         *         "country": "DE"
         *       },
         *       "ReferenceFrom": "channel"
         *     }
         */
        readonly OrderJobRequest: {
            /**
             * @description What is done with each order. 'ship': the open units leave in one parcel, those in backorder only if no others are open. 'cancel': all open units are cancelled.
             * @enum {string}
             */
            readonly Action: "acknowledge" | "ship" | "cancel" | "close";
            /** @description The orders that match it at the moment of the request, by the parameters of `GET /orders`, such as `{ "status": ["NEW"], "country": "DE" }`: all but `sort`, `cursor` and `pageSize`. */
            readonly Filter?: {
                readonly [key: string]: unknown;
            };
            /**
             * Format: line
             * @description The carrier of the shipments, for 'ship'.
             */
            readonly Method?: string | null;
            /** @description The orders; or Filter. */
            readonly OrderIds?: readonly number[];
            /**
             * Format: line
             * @description What is put before the reference of the channel, for 'prefix'.
             */
            readonly Prefix?: string | null;
            /**
             * Format: block
             * @description Why units are cancelled, in words, for 'cancel'.
             */
            readonly Reason?: string | null;
            /**
             * @description Why units are cancelled, for 'cancel'.
             * @enum {string|null}
             */
            readonly ReasonCode?: "NOT_IN_STOCK" | "DAMAGED" | "INCOMPLETE" | "CLIENT_CANCELLED" | "INVALID_ADDRESS" | "OTHER" | null;
            /**
             * @description From what the hub takes the reference, without MerchantOrderReference. 'channel', when left out: the reference of the channel, and if another order has it, with the name of the channel before it. 'prefix': the reference of the channel behind Prefix. 'id': the Id of the order.
             * @enum {string|null}
             */
            readonly ReferenceFrom?: "channel" | "prefix" | "id" | null;
            /** @description The references of single orders, for 'acknowledge'; the others get theirs by ReferenceFrom. An order whose reference another order has is refused. */
            readonly References?: readonly {
                /**
                 * Format: order-reference
                 * @description The merchant's reference of the order; unique, case-sensitive.
                 */
                readonly MerchantOrderReference: string;
                /** @description Id of an order of the job. */
                readonly OrderId: number;
            }[] | null;
        };
        /**
         * @description A job of orders: its state, and how many orders have had their turn.
         * @example {
         *       "Id": 4,
         *       "Action": "acknowledge",
         *       "Status": "running",
         *       "OrderCount": 187,
         *       "WaitingCount": 60,
         *       "DoneCount": 125,
         *       "UnchangedCount": 1,
         *       "RefusedCount": 1,
         *       "Actor": {
         *         "Kind": "person",
         *         "Id": "7",
         *         "Label": "Ann Archer",
         *         "Person": null,
         *         "Tool": null
         *       },
         *       "CreatedAt": "2026-11-22T08:30:00.000Z",
         *       "StartedAt": "2026-11-22T08:30:01.000Z",
         *       "EndedAt": null
         *     }
         */
        readonly OrderJobResponse: {
            /**
             * @description What is done with each order.
             * @enum {string}
             */
            readonly Action: "acknowledge" | "ship" | "cancel" | "close";
            readonly Actor: components["schemas"]["Actor"];
            /**
             * Format: date-time
             * @description When it was requested.
             */
            readonly CreatedAt: string;
            /** @description Orders with which it was done. */
            readonly DoneCount: number;
            /**
             * Format: date-time
             * @description When it ended.
             */
            readonly EndedAt: string | null;
            readonly Id: number;
            /** @description All orders of the job. */
            readonly OrderCount: number;
            /** @description Orders with which it could not be done. */
            readonly RefusedCount: number;
            /**
             * Format: date-time
             * @description When the first record had its turn.
             */
            readonly StartedAt: string | null;
            /**
             * @description The state.
             * @enum {string}
             */
            readonly Status: "queued" | "running" | "done" | "cancelled";
            /** @description Orders that were already as the action leaves them. */
            readonly UnchangedCount: number;
            /** @description Orders that have not had their turn. A cancelled job leaves them as they are. */
            readonly WaitingCount: number;
        };
        /**
         * @description A line of an order: units of one product.
         * @example {
         *       "ChannelReference": "line-1",
         *       "MerchantProductReference": "MUG-BLUE",
         *       "Quantity": 2,
         *       "UnitPriceInclVat": 12.5,
         *       "FeeRate": 15
         *     }
         */
        readonly OrderLineRequest: {
            /**
             * Format: reference
             * @description The channel's reference of the line; unique in the order.
             */
            readonly ChannelReference: string;
            /**
             * Format: line
             * @description What the discount is, such as the code of a coupon.
             */
            readonly DiscountDescription?: string | null;
            /** @description Taken off the price of all units of the line together; null counts as 0. */
            readonly DiscountInclVat?: number | null;
            /** @description The channel's fee for the line. */
            readonly FeeFixed?: number | null;
            /** @description The channel's fee in percent. */
            readonly FeeRate?: number | null;
            /**
             * Format: product-reference
             * @description The product that was sold.
             */
            readonly MerchantProductReference: string;
            /** @description Units sold. */
            readonly Quantity: number;
            /** @description The price of one unit, in the currency of the order. The total is rounded, not this. */
            readonly UnitPriceInclVat: number;
            /** @description The VAT or sales tax that is included in the price of all units of the line together, after discounts. It is used instead of a rate. */
            readonly VatAmount?: number | null;
            /** @description The VAT rate in percent; without it, the rule of the merchant decides. */
            readonly VatRate?: number | null;
        };
        /**
         * @description A line of an order. Amounts whose name begins with Original are in the currency of the order, and the others in the base currency of the merchant.
         * @example {
         *       "Id": 71,
         *       "MerchantReference": "A-1-1",
         *       "ChannelReference": "line-1",
         *       "MerchantProductReference": "MUG-BLUE",
         *       "ChannelProductReference": "shop-mug-blue",
         *       "Quantity": 2,
         *       "VatRate": 21,
         *       "VatAmount": null,
         *       "VatSource": "product",
         *       "UnitPriceInclVat": 12.5,
         *       "UnitVat": 2.17,
         *       "OriginalUnitPriceInclVat": 12.5,
         *       "OriginalUnitVat": 2.17,
         *       "DiscountInclVat": 0,
         *       "OriginalDiscountInclVat": 0,
         *       "OriginalOrderDiscountInclVat": 0,
         *       "DiscountDescription": null,
         *       "FeeFixed": null,
         *       "FeeRate": 15,
         *       "DeliveryTimeIndication": "2 to 3 days",
         *       "Status": "IN_PROGRESS",
         *       "ShippedQuantity": 0,
         *       "CancelledQuantity": 0,
         *       "MancoQuantity": 0,
         *       "BackorderQuantity": 0,
         *       "ReturnedQuantity": 0,
         *       "OpenQuantity": 2,
         *       "ShortUnits": 0,
         *       "ReturnableQuantity": 0,
         *       "RefundedInclVat": 0
         *     }
         */
        readonly OrderLineResponse: {
            /** @description Of the open ones: wait for stock. */
            readonly BackorderQuantity: number;
            readonly CancelledQuantity: number;
            /** @description The reference under which the channel listed the product, or listed it last, when the order was taken in or corrected. */
            readonly ChannelProductReference: string | null;
            readonly ChannelReference: string;
            readonly DeliveryTimeIndication: string | null;
            readonly DiscountDescription: string | null;
            readonly DiscountInclVat: number | null;
            readonly FeeFixed: number | null;
            readonly FeeRate: number | null;
            readonly Id: number;
            /** @description Of the cancelled ones: could not be supplied. */
            readonly MancoQuantity: number;
            readonly MerchantProductReference: string;
            readonly MerchantReference: string | null;
            /** @description Neither shipped nor cancelled. */
            readonly OpenQuantity: number;
            /** @description Taken off the price of all units of the line together. */
            readonly OriginalDiscountInclVat: number;
            /** @description The part of the discount of the order that is taken off this line. */
            readonly OriginalOrderDiscountInclVat: number;
            readonly OriginalUnitPriceInclVat: number;
            readonly OriginalUnitVat: number | null;
            readonly Quantity: number;
            /** @description What returns and refunds give back for the line, in the currency of the order. */
            readonly RefundedInclVat: number;
            /** @description Shipped and not returned. */
            readonly ReturnableQuantity: number;
            readonly ReturnedQuantity: number;
            readonly ShippedQuantity: number;
            /** @description Of the open ones: more than there are in stock after the orders that came before. 0 until a second after the order was stored. */
            readonly ShortUnits: number;
            /** @enum {string} */
            readonly Status: "NEW" | "REQUIRES_CORRECTION" | "IN_PROGRESS" | "IN_BACKORDER" | "IN_COMBI" | "SHIPPED" | "MANCO" | "CANCELED" | "RETURNED" | "CLOSED";
            readonly UnitPriceInclVat: number | null;
            readonly UnitVat: number | null;
            /** @description As the channel gave it, in the currency of the order. */
            readonly VatAmount: number | null;
            /** @description In percent. Of a given VatAmount without a rate: what it amounts to. */
            readonly VatRate: number | null;
            /**
             * @description What decided the VAT rate. 'given': the channel. 'product': the product, or the default rate. 'destination': the table of VAT rates. 'outside-area': 0, because the table has no rate for the country. 'business': 0, because of the VAT number. Of shipping costs: what decided the line with the highest rate.
             * @enum {string|null}
             */
            readonly VatSource: "given" | "product" | "destination" | "outside-area" | "business" | null;
        };
        /**
         * @description An order beside another one in a list.
         * @example {
         *       "Id": 59,
         *       "MerchantReference": null,
         *       "ChannelReference": "shop-1002"
         *     }
         */
        readonly OrderNeighbour: {
            readonly ChannelReference: string;
            readonly Id: number;
            readonly MerchantReference: string | null;
        };
        /**
         * @description The orders before and behind one in a list; null at its ends.
         * @example {
         *       "Previous": null,
         *       "Next": {
         *         "Id": 59,
         *         "MerchantReference": null,
         *         "ChannelReference": "shop-1002"
         *       }
         *     }
         */
        readonly OrderNeighbours: {
            readonly Next: components["schemas"]["OrderNeighbour"] | null;
            readonly Previous: components["schemas"]["OrderNeighbour"] | null;
        };
        /**
         * @description An order as webhooks send it, without Actions, because a message has no caller.
         * @example {
         *       "Id": 42,
         *       "MerchantReference": "A-1",
         *       "ChannelReference": "shop-1001",
         *       "ChannelId": 1,
         *       "ChannelName": "Web shop",
         *       "ChannelCustomerReference": null,
         *       "Status": "IN_PROGRESS",
         *       "Corrections": [],
         *       "Warnings": [],
         *       "CanShipPartialOrderLines": true,
         *       "Email": "ann@example.com",
         *       "Phone": "+31 30 1234567",
         *       "CompanyRegistrationNo": null,
         *       "VatNo": null,
         *       "PaymentMethod": null,
         *       "CurrencyCode": "EUR",
         *       "RateToBaseCurrency": 1,
         *       "OrderDate": "2026-11-21T09:00:00.000Z",
         *       "ShipBy": "2026-11-23T09:00:00.000Z",
         *       "ShippingCostsInclVat": 4.95,
         *       "ShippingCostsVat": 0.86,
         *       "ShippingVatRate": 21,
         *       "ShippingVatAmount": null,
         *       "ShippingVatSource": "product",
         *       "TotalInclVat": 29.95,
         *       "TotalVat": 5.2,
         *       "OriginalShippingCostsInclVat": 4.95,
         *       "OriginalShippingCostsVat": 0.86,
         *       "OriginalTotalInclVat": 29.95,
         *       "OriginalTotalVat": 5.2,
         *       "RefundedInclVat": 0,
         *       "DiscountInclVat": 0,
         *       "OriginalDiscountInclVat": 0,
         *       "DiscountDescription": null,
         *       "MaxVatRate": 21,
         *       "BillingAddress": {
         *         "Gender": "FEMALE",
         *         "Salutation": null,
         *         "CompanyName": null,
         *         "FirstName": "Ann",
         *         "LastName": "Archer",
         *         "StreetName": "Main Street",
         *         "HouseNr": "12",
         *         "HouseNrAddition": "a",
         *         "ZipCode": "1234 AB",
         *         "City": "Utrecht",
         *         "Region": null,
         *         "CountryIso": "NL"
         *       },
         *       "ShippingAddress": {
         *         "Gender": "FEMALE",
         *         "Salutation": null,
         *         "CompanyName": null,
         *         "FirstName": "Ann",
         *         "LastName": "Archer",
         *         "StreetName": "Main Street",
         *         "HouseNr": "12",
         *         "HouseNrAddition": "a",
         *         "ZipCode": "1234 AB",
         *         "City": "Utrecht",
         *         "Region": null,
         *         "CountryIso": "NL"
         *       },
         *       "ExtraData": null,
         *       "Lines": [
         *         {
         *           "Id": 71,
         *           "MerchantReference": "A-1-1",
         *           "ChannelReference": "line-1",
         *           "MerchantProductReference": "MUG-BLUE",
         *           "ChannelProductReference": "shop-mug-blue",
         *           "Quantity": 2,
         *           "VatRate": 21,
         *           "VatAmount": null,
         *           "VatSource": "product",
         *           "UnitPriceInclVat": 12.5,
         *           "UnitVat": 2.17,
         *           "OriginalUnitPriceInclVat": 12.5,
         *           "OriginalUnitVat": 2.17,
         *           "DiscountInclVat": 0,
         *           "OriginalDiscountInclVat": 0,
         *           "OriginalOrderDiscountInclVat": 0,
         *           "DiscountDescription": null,
         *           "FeeFixed": null,
         *           "FeeRate": 15,
         *           "DeliveryTimeIndication": "2 to 3 days",
         *           "Status": "IN_PROGRESS",
         *           "ShippedQuantity": 0,
         *           "CancelledQuantity": 0,
         *           "MancoQuantity": 0,
         *           "BackorderQuantity": 0,
         *           "ReturnedQuantity": 0,
         *           "OpenQuantity": 2,
         *           "ShortUnits": 0,
         *           "ReturnableQuantity": 0,
         *           "RefundedInclVat": 0
         *         }
         *       ],
         *       "AcknowledgedDate": "2026-11-21T09:05:00.000Z",
         *       "CreatedAt": "2026-11-21T09:00:01.000Z",
         *       "UpdatedAt": "2026-11-21T09:05:00.000Z"
         *     }
         */
        readonly OrderRecord: {
            /** Format: date-time */
            readonly AcknowledgedDate: string | null;
            readonly BillingAddress: components["schemas"]["AddressResponse"];
            readonly CanShipPartialOrderLines: boolean;
            readonly ChannelCustomerReference: string | null;
            readonly ChannelId: number;
            readonly ChannelName: string;
            readonly ChannelReference: string;
            readonly CompanyRegistrationNo: string | null;
            readonly Corrections: readonly components["schemas"]["CorrectionResponse"][];
            /** Format: date-time */
            readonly CreatedAt: string;
            readonly CurrencyCode: string;
            readonly DiscountDescription: string | null;
            readonly DiscountInclVat: number | null;
            /** @description Empty if the order has none. */
            readonly Email: string;
            /** @description Free data: up to 100 names with a text each. */
            readonly ExtraData: {
                readonly [key: string]: string;
            } | null;
            readonly Id: number;
            readonly Lines: readonly components["schemas"]["OrderLineResponse"][];
            readonly MaxVatRate: number | null;
            readonly MerchantReference: string | null;
            /** Format: date-time */
            readonly OrderDate: string;
            /** @description Taken off the lines and then the shipping costs of the order. */
            readonly OriginalDiscountInclVat: number;
            readonly OriginalShippingCostsInclVat: number;
            readonly OriginalShippingCostsVat: number | null;
            readonly OriginalTotalInclVat: number;
            readonly OriginalTotalVat: number | null;
            readonly PaymentMethod: string | null;
            readonly Phone: string | null;
            /** @description Units of the base currency of the merchant for one unit of CurrencyCode. Null while there is no exchange rate. */
            readonly RateToBaseCurrency: number | null;
            /** @description What returns and refunds give back, in the currency of the order. */
            readonly RefundedInclVat: number;
            /**
             * Format: date-time
             * @description Until when the order is to be shipped: the `HandlingDays` of the merchant after OrderDate, at the same time of the day in its `TimeZone`. Null if no unit is left to ship.
             */
            readonly ShipBy: string | null;
            readonly ShippingAddress: components["schemas"]["AddressResponse"];
            readonly ShippingCostsInclVat: number | null;
            readonly ShippingCostsVat: number | null;
            readonly ShippingVatAmount: number | null;
            readonly ShippingVatRate: number | null;
            /**
             * @description What decided the VAT rate. 'given': the channel. 'product': the product, or the default rate. 'destination': the table of VAT rates. 'outside-area': 0, because the table has no rate for the country. 'business': 0, because of the VAT number. Of shipping costs: what decided the line with the highest rate.
             * @enum {string|null}
             */
            readonly ShippingVatSource: "given" | "product" | "destination" | "outside-area" | "business" | null;
            /** @enum {string} */
            readonly Status: "NEW" | "REQUIRES_CORRECTION" | "IN_PROGRESS" | "IN_BACKORDER" | "IN_COMBI" | "SHIPPED" | "MANCO" | "CANCELED" | "RETURNED" | "CLOSED";
            readonly TotalInclVat: number | null;
            readonly TotalVat: number | null;
            /** Format: date-time */
            readonly UpdatedAt: string;
            readonly VatNo: string | null;
            readonly Warnings: readonly components["schemas"]["WarningResponse"][];
        };
        /**
         * @description An order of a channel, or of a merchant.
         * @example {
         *       "CurrencyCode": "EUR",
         *       "ShippingAddress": {
         *         "Gender": "FEMALE",
         *         "FirstName": "Ann",
         *         "LastName": "Archer",
         *         "StreetName": "Main Street",
         *         "HouseNr": "12",
         *         "HouseNrAddition": "a",
         *         "ZipCode": "1234 AB",
         *         "City": "Utrecht",
         *         "CountryIso": "NL"
         *       },
         *       "Lines": [
         *         {
         *           "ChannelReference": "line-1",
         *           "MerchantProductReference": "MUG-BLUE",
         *           "Quantity": 2,
         *           "UnitPriceInclVat": 12.5,
         *           "FeeRate": 15
         *         }
         *       ],
         *       "ChannelReference": "shop-1001",
         *       "Email": "ann@example.com",
         *       "Phone": "+31 30 1234567",
         *       "ShippingCostsInclVat": 4.95,
         *       "OrderDate": "2026-11-21T10:00:00+01:00"
         *     }
         */
        readonly OrderRequest: {
            readonly BillingAddress?: components["schemas"]["Address"] | null;
            /**
             * Format: reference
             * @description The channel's reference of the buyer.
             */
            readonly ChannelCustomerReference?: string | null;
            /** @description The channel of the order. A merchant has to name it; of a channel, the API key says it anyway. */
            readonly ChannelId?: number | null;
            /**
             * Format: reference
             * @description The channel's reference of the order; unique per channel. Only a merchant may leave it out: the order then gets one like HUB-1042.
             */
            readonly ChannelReference?: string | null;
            /** Format: line */
            readonly CompanyRegistrationNo?: string | null;
            /**
             * Format: currency
             * @description ISO 4217: the currency of all amounts here.
             */
            readonly CurrencyCode: string;
            /**
             * Format: line
             * @description What the discount is, such as the code of a coupon.
             */
            readonly DiscountDescription?: string | null;
            /** @description Discounts on the whole order and gift cards, taken off its lines and then its shipping costs; null counts as 0. */
            readonly DiscountInclVat?: number | null;
            /** Format: email */
            readonly Email?: string | null;
            /** @description Free data: up to 100 names with a text each. */
            readonly ExtraData?: {
                readonly [key: string]: string;
            } | null;
            readonly Lines: readonly components["schemas"]["OrderLineRequest"][];
            /**
             * Format: date-time
             * @description When the buyer ordered; now when left out.
             */
            readonly OrderDate?: string | null;
            /** Format: line */
            readonly PaymentMethod?: string | null;
            /** Format: line */
            readonly Phone?: string | null;
            readonly ShippingAddress: components["schemas"]["Address"];
            /** @description Null counts as 0. */
            readonly ShippingCostsInclVat?: number | null;
            /** @description The VAT or sales tax that is included in the shipping costs. It is used instead of a rate. */
            readonly ShippingVatAmount?: number | null;
            /** @description The VAT rate of the shipping costs in percent; the highest of the lines when left out. */
            readonly ShippingVatRate?: number | null;
            /** Format: line */
            readonly VatNo?: string | null;
        };
        /**
         * @description An order. Amounts whose name begins with Original are in the currency in which it was paid, and the others in the base currency of the merchant. VAT is null while a product is unknown.
         * @example {
         *       "Id": 42,
         *       "MerchantReference": "A-1",
         *       "ChannelReference": "shop-1001",
         *       "ChannelId": 1,
         *       "ChannelName": "Web shop",
         *       "ChannelCustomerReference": null,
         *       "Status": "IN_PROGRESS",
         *       "Corrections": [],
         *       "Warnings": [],
         *       "CanShipPartialOrderLines": true,
         *       "Email": "ann@example.com",
         *       "Phone": "+31 30 1234567",
         *       "CompanyRegistrationNo": null,
         *       "VatNo": null,
         *       "PaymentMethod": null,
         *       "CurrencyCode": "EUR",
         *       "RateToBaseCurrency": 1,
         *       "OrderDate": "2026-11-21T09:00:00.000Z",
         *       "ShipBy": "2026-11-23T09:00:00.000Z",
         *       "ShippingCostsInclVat": 4.95,
         *       "ShippingCostsVat": 0.86,
         *       "ShippingVatRate": 21,
         *       "ShippingVatAmount": null,
         *       "ShippingVatSource": "product",
         *       "TotalInclVat": 29.95,
         *       "TotalVat": 5.2,
         *       "OriginalShippingCostsInclVat": 4.95,
         *       "OriginalShippingCostsVat": 0.86,
         *       "OriginalTotalInclVat": 29.95,
         *       "OriginalTotalVat": 5.2,
         *       "RefundedInclVat": 0,
         *       "DiscountInclVat": 0,
         *       "OriginalDiscountInclVat": 0,
         *       "DiscountDescription": null,
         *       "MaxVatRate": 21,
         *       "BillingAddress": {
         *         "Gender": "FEMALE",
         *         "Salutation": null,
         *         "CompanyName": null,
         *         "FirstName": "Ann",
         *         "LastName": "Archer",
         *         "StreetName": "Main Street",
         *         "HouseNr": "12",
         *         "HouseNrAddition": "a",
         *         "ZipCode": "1234 AB",
         *         "City": "Utrecht",
         *         "Region": null,
         *         "CountryIso": "NL"
         *       },
         *       "ShippingAddress": {
         *         "Gender": "FEMALE",
         *         "Salutation": null,
         *         "CompanyName": null,
         *         "FirstName": "Ann",
         *         "LastName": "Archer",
         *         "StreetName": "Main Street",
         *         "HouseNr": "12",
         *         "HouseNrAddition": "a",
         *         "ZipCode": "1234 AB",
         *         "City": "Utrecht",
         *         "Region": null,
         *         "CountryIso": "NL"
         *       },
         *       "ExtraData": null,
         *       "Lines": [
         *         {
         *           "Id": 71,
         *           "MerchantReference": "A-1-1",
         *           "ChannelReference": "line-1",
         *           "MerchantProductReference": "MUG-BLUE",
         *           "ChannelProductReference": "shop-mug-blue",
         *           "Quantity": 2,
         *           "VatRate": 21,
         *           "VatAmount": null,
         *           "VatSource": "product",
         *           "UnitPriceInclVat": 12.5,
         *           "UnitVat": 2.17,
         *           "OriginalUnitPriceInclVat": 12.5,
         *           "OriginalUnitVat": 2.17,
         *           "DiscountInclVat": 0,
         *           "OriginalDiscountInclVat": 0,
         *           "OriginalOrderDiscountInclVat": 0,
         *           "DiscountDescription": null,
         *           "FeeFixed": null,
         *           "FeeRate": 15,
         *           "DeliveryTimeIndication": "2 to 3 days",
         *           "Status": "IN_PROGRESS",
         *           "ShippedQuantity": 0,
         *           "CancelledQuantity": 0,
         *           "MancoQuantity": 0,
         *           "BackorderQuantity": 0,
         *           "ReturnedQuantity": 0,
         *           "OpenQuantity": 2,
         *           "ShortUnits": 0,
         *           "ReturnableQuantity": 0,
         *           "RefundedInclVat": 0
         *         }
         *       ],
         *       "AcknowledgedDate": "2026-11-21T09:05:00.000Z",
         *       "CreatedAt": "2026-11-21T09:00:01.000Z",
         *       "UpdatedAt": "2026-11-21T09:05:00.000Z",
         *       "Actions": [
         *         {
         *           "Name": "ship",
         *           "IsAllowed": true,
         *           "Reason": null
         *         },
         *         {
         *           "Name": "return",
         *           "IsAllowed": false,
         *           "Reason": {
         *             "Code": "MARKET_QUANTITY_EXCEEDED",
         *             "Message": "No units of the order are shipped and not returned."
         *           }
         *         }
         *       ]
         *     }
         */
        readonly OrderResponse: {
            /** Format: date-time */
            readonly AcknowledgedDate: string | null;
            /** @description What the caller may do with the record at the moment of the answer: the actions that its kind of key has a call for, without those that would change nothing. */
            readonly Actions: readonly components["schemas"]["OrderAction"][];
            readonly BillingAddress: components["schemas"]["AddressResponse"];
            readonly CanShipPartialOrderLines: boolean;
            readonly ChannelCustomerReference: string | null;
            readonly ChannelId: number;
            readonly ChannelName: string;
            readonly ChannelReference: string;
            readonly CompanyRegistrationNo: string | null;
            readonly Corrections: readonly components["schemas"]["CorrectionResponse"][];
            /** Format: date-time */
            readonly CreatedAt: string;
            readonly CurrencyCode: string;
            readonly DiscountDescription: string | null;
            readonly DiscountInclVat: number | null;
            /** @description Empty if the order has none. */
            readonly Email: string;
            /** @description Free data: up to 100 names with a text each. */
            readonly ExtraData: {
                readonly [key: string]: string;
            } | null;
            readonly Id: number;
            readonly Lines: readonly components["schemas"]["OrderLineResponse"][];
            readonly MaxVatRate: number | null;
            readonly MerchantReference: string | null;
            /** Format: date-time */
            readonly OrderDate: string;
            /** @description Taken off the lines and then the shipping costs of the order. */
            readonly OriginalDiscountInclVat: number;
            readonly OriginalShippingCostsInclVat: number;
            readonly OriginalShippingCostsVat: number | null;
            readonly OriginalTotalInclVat: number;
            readonly OriginalTotalVat: number | null;
            readonly PaymentMethod: string | null;
            readonly Phone: string | null;
            /** @description Units of the base currency of the merchant for one unit of CurrencyCode. Null while there is no exchange rate. */
            readonly RateToBaseCurrency: number | null;
            /** @description What returns and refunds give back, in the currency of the order. */
            readonly RefundedInclVat: number;
            /**
             * Format: date-time
             * @description Until when the order is to be shipped: the `HandlingDays` of the merchant after OrderDate, at the same time of the day in its `TimeZone`. Null if no unit is left to ship.
             */
            readonly ShipBy: string | null;
            readonly ShippingAddress: components["schemas"]["AddressResponse"];
            readonly ShippingCostsInclVat: number | null;
            readonly ShippingCostsVat: number | null;
            readonly ShippingVatAmount: number | null;
            readonly ShippingVatRate: number | null;
            /**
             * @description What decided the VAT rate. 'given': the channel. 'product': the product, or the default rate. 'destination': the table of VAT rates. 'outside-area': 0, because the table has no rate for the country. 'business': 0, because of the VAT number. Of shipping costs: what decided the line with the highest rate.
             * @enum {string|null}
             */
            readonly ShippingVatSource: "given" | "product" | "destination" | "outside-area" | "business" | null;
            /** @enum {string} */
            readonly Status: "NEW" | "REQUIRES_CORRECTION" | "IN_PROGRESS" | "IN_BACKORDER" | "IN_COMBI" | "SHIPPED" | "MANCO" | "CANCELED" | "RETURNED" | "CLOSED";
            readonly TotalInclVat: number | null;
            readonly TotalVat: number | null;
            /** Format: date-time */
            readonly UpdatedAt: string;
            readonly VatNo: string | null;
            readonly Warnings: readonly components["schemas"]["WarningResponse"][];
        };
        /**
         * @description The data of an event about the status of an order.
         * @example {
         *       "Status": "SHIPPED",
         *       "StatusBefore": "IN_PROGRESS"
         *     }
         */
        readonly OrderStatusEventData: {
            /** @description The status of the order afterwards. */
            readonly Status: string;
            /** @description The status of the order before. */
            readonly StatusBefore: string;
        };
        /**
         * @description What needs attention, and how sales develop.
         * @example {
         *       "At": "2026-11-22T08:30:00.000Z",
         *       "Orders": {
         *         "ToAcknowledge": 3,
         *         "OldestToAcknowledge": "2026-11-22T07:10:00.000Z",
         *         "ToCorrect": 1,
         *         "ToShip": 12,
         *         "InBackorder": 2,
         *         "Late": 2,
         *         "OldestShipBy": "2026-11-20T15:40:00.000Z",
         *         "Short": 1,
         *         "OldestOpen": {
         *           "Id": 31,
         *           "Reference": "A-31",
         *           "OrderDate": "2026-11-18T15:40:00.000Z"
         *         }
         *       },
         *       "Sales": [
         *         {
         *           "Date": "2026-11-21",
         *           "ChannelId": 1,
         *           "OrderCount": 25,
         *           "Revenue": 901.5
         *         }
         *       ],
         *       "Comparison": {
         *         "Today": {
         *           "Date": "2026-11-22",
         *           "OrderCount": 14,
         *           "Revenue": 512.4
         *         },
         *         "WeekBefore": {
         *           "Date": "2026-11-15",
         *           "OrderCount": 11,
         *           "Revenue": 430.95
         *         }
         *       },
         *       "ReturnsToDecide": 2,
         *       "UnitsReturned": 9,
         *       "Offers": {
         *         "ToReview": [
         *           {
         *             "ChannelId": 1,
         *             "Cause": "rule",
         *             "Count": 12
         *           }
         *         ],
         *         "Problems": [
         *           {
         *             "ChannelId": 1,
         *             "Count": 3
         *           }
         *         ]
         *       },
         *       "FailingWebhooks": [
         *         {
         *           "Id": 5,
         *           "Label": "ERP",
         *           "Url": "https://erp.example.com/hooks/entrepot",
         *           "FailingSince": "2026-11-22T06:00:00.000Z",
         *           "DisabledAt": null
         *         }
         *       ],
         *       "Channels": [
         *         {
         *           "Id": 1,
         *           "Name": "Web shop",
         *           "IsActive": true,
         *           "HasKeys": true,
         *           "LastPoll": "2026-11-22T08:29:30.000Z",
         *           "Pending": 4
         *         }
         *       ],
         *       "Connections": {
         *         "Failing": 0,
         *         "Offline": 0,
         *         "Problems": 3
         *       },
         *       "EndingKeys": [
         *         {
         *           "Id": 3,
         *           "Label": "ERP",
         *           "ExpiresAt": "2026-12-01T00:00:00.000Z"
         *         }
         *       ]
         *     }
         */
        readonly Overview: {
            /** Format: date-time */
            readonly At: string;
            /** @description Null without the scope channels:read. */
            readonly Channels: readonly components["schemas"]["ChannelFigures"][] | null;
            /** @description Null without the scope orders:read. */
            readonly Comparison: components["schemas"]["SalesComparison"] | null;
            /** @description Null without the scope connections:read. */
            readonly Connections: components["schemas"]["ConnectionFigures"] | null;
            /** @description Null without the scope keys:read. */
            readonly EndingKeys: readonly components["schemas"]["EndingKey"][] | null;
            /** @description Null without the scope webhooks:read. */
            readonly FailingWebhooks: readonly components["schemas"]["FailingWebhook"][] | null;
            /** @description Null without the scope products:read. */
            readonly Offers: components["schemas"]["OfferFigures"] | null;
            /** @description Null without the scope orders:read. */
            readonly Orders: components["schemas"]["OrderFigures"] | null;
            /** @description Null without the scope fulfilment:read. */
            readonly ReturnsToDecide: number | null;
            /** @description Null without the scope orders:read, and with `sales=false`. */
            readonly Sales: readonly components["schemas"]["DaySales"][] | null;
            /** @description Null without the scope fulfilment:read. */
            readonly UnitsReturned: number | null;
        };
        /**
         * @description A parcel of a shipment. Lines may say which units it contains; a unit may be in several parcels.
         * @example {
         *       "TrackTraceNo": "3SABC1234567890",
         *       "TrackTraceUrl": "https://example.com/track/3SABC1234567890",
         *       "Method": "Parcel",
         *       "Lines": [
         *         {
         *           "Quantity": 1,
         *           "MerchantOrderLineReference": "A-1-1"
         *         }
         *       ]
         *     }
         */
        readonly Parcel: {
            /** @description Units of the shipment of which the parcel contains all or a part. A unit may be in several parcels. */
            readonly Lines?: readonly components["schemas"]["QuantityLine"][] | null;
            /**
             * Format: line
             * @description How it is sent, such as the carrier.
             */
            readonly Method?: string | null;
            /** Format: line */
            readonly TrackTraceNo?: string | null;
            /** Format: web-url */
            readonly TrackTraceUrl?: string | null;
        };
        /**
         * @description A parcel of a shipment. Lines is empty if it is not known what it contains.
         * @example {
         *       "TrackTraceNo": "3SABC1234567890",
         *       "TrackTraceUrl": "https://example.com/track/3SABC1234567890",
         *       "Method": "Parcel",
         *       "TrackingPage": "https://example.com/track/3SABC1234567890",
         *       "Lines": [
         *         {
         *           "MerchantOrderLineReference": "A-1-1",
         *           "ChannelOrderLineReference": "line-1",
         *           "Quantity": 1
         *         }
         *       ]
         *     }
         */
        readonly ParcelResponse: {
            readonly Lines: readonly components["schemas"]["LineResponse"][];
            /** @description How it is sent, such as the carrier. */
            readonly Method: string | null;
            /** @description Where the parcel can be followed: TrackTraceUrl, or the page of the carrier if the hub knows it by Method. */
            readonly TrackingPage: string | null;
            readonly TrackTraceNo: string | null;
            /** Format: web-url */
            readonly TrackTraceUrl: string | null;
        };
        /**
         * @description A passkey of a person.
         * @example {
         *       "Id": 1,
         *       "Name": "Chrome on Linux",
         *       "CreatedAt": "2026-11-20T08:00:00.000Z",
         *       "LastUsedAt": "2026-11-21T08:00:00.000Z"
         *     }
         */
        readonly Passkey: {
            /** Format: date-time */
            readonly CreatedAt: string;
            readonly Id: number;
            /**
             * Format: date-time
             * @description When the person last signed in with it; null for never.
             */
            readonly LastUsedAt: string | null;
            readonly Name: string;
        };
        /**
         * @description What is changed of a passkey.
         * @example {
         *       "Name": "The laptop in the shop"
         *     }
         */
        readonly PasskeyChange: {
            /** @description By which the person tells it from the others. */
            readonly Name: string;
        };
        /**
         * @description What happened to a passkey of a member.
         * @example {
         *       "Email": "ann@example.com",
         *       "Passkey": "Chrome on Linux"
         *     }
         */
        readonly PasskeyEventData: {
            readonly Email: string;
            /** @description The name of the passkey. Null of a link that was made. */
            readonly Passkey: string | null;
        };
        /**
         * @description A product whose offer would change, and how the new one comes about.
         * @example {
         *       "MerchantProductReference": "MUG-BLUE",
         *       "Name": "Blue mug",
         *       "Before": {
         *         "Price": 12.5,
         *         "Currency": "EUR",
         *         "Stock": 25,
         *         "IsOffered": true
         *       },
         *       "After": {
         *         "Price": 15,
         *         "Currency": "EUR",
         *         "Stock": 25,
         *         "IsOffered": true
         *       },
         *       "PriceChange": 2.5,
         *       "PriceChangePercent": 20,
         *       "UnwantedReason": null,
         *       "Explanation": {
         *         "Currency": "EUR",
         *         "Price": "By the default rule: price 12.5 EUR, plus 20%: 15.",
         *         "Stock": "25 available.",
         *         "Steps": [
         *           {
         *             "Of": "Price",
         *             "Step": "Percent",
         *             "Percent": 20,
         *             "Amount": "15"
         *           }
         *         ],
         *         "Hold": null
         *       }
         *     }
         */
        readonly PreviewedChange: {
            readonly After: components["schemas"]["PreviewedOffer"];
            readonly Before: components["schemas"]["PreviewedOffer"];
            readonly Explanation: components["schemas"]["OfferExplanation"];
            readonly MerchantProductReference: string;
            readonly Name: string;
            /** @description What the price would change by, also if it would wait for review. Null if the price stays, or before or after has none, or the currency changes. */
            readonly PriceChange: number | null;
            /** @description The same in percent of the price before. Null if that is 0. */
            readonly PriceChangePercent: number | null;
            /**
             * @description Why the channel should not have the product with the new rules.
             * @enum {string|null}
             */
            readonly UnwantedReason: "INACTIVE" | "PARENT_INACTIVE" | "NOT_SELECTED" | "VARIANTS_ONLY" | "NO_VARIANT_SELECTED" | "HIDDEN" | "PARENT_HIDDEN" | "HELD_BACK" | null;
        };
        /**
         * @description What a channel is offered of a product.
         * @example {
         *       "Price": 12.5,
         *       "Currency": "EUR",
         *       "Stock": 25,
         *       "IsOffered": true
         *     }
         */
        readonly PreviewedOffer: {
            /** @description ISO 4217. */
            readonly Currency: string;
            /** @description Whether the channel should have the product. */
            readonly IsOffered: boolean;
            readonly Price: number | null;
            readonly Stock: number;
        };
        /**
         * @description Why the offers of some products could not be computed.
         * @example {
         *       "Code": "NO_PURCHASE_PRICE",
         *       "Count": 1,
         *       "MerchantProductReferences": [
         *         "CAP-RED"
         *       ]
         *     }
         */
        readonly PreviewedProblem: {
            /**
             * @description What is missing or wrong.
             * @enum {string}
             */
            readonly Code: "NO_PRICE" | "NO_MSRP" | "NO_PURCHASE_PRICE" | "NO_RATE" | "NO_VAT_RATE" | "MIN_ABOVE_MAX" | "NEGATIVE_PRICE" | "PRICE_TOO_HIGH";
            /** @description Products with this problem. */
            readonly Count: number;
            /** @description The first 20 of them, by reference. */
            readonly MerchantProductReferences: readonly string[];
        };
        /**
         * @description A change of the price of a product.
         * @example {
         *       "OccurredAt": "2026-11-21T08:00:00.000Z",
         *       "Before": 12.5,
         *       "After": 11.95,
         *       "Cause": "write",
         *       "Actor": {
         *         "Kind": "person",
         *         "Id": "3",
         *         "Label": "Ann Example",
         *         "Person": null,
         *         "Tool": null
         *       }
         *     }
         */
        readonly PriceChange: {
            readonly Actor: components["schemas"]["Actor"];
            /** @description Null if the price was removed. */
            readonly After: number | null;
            /** @description Null if the product had no price. */
            readonly Before: number | null;
            /**
             * @description A write of the product, or an import.
             * @enum {string}
             */
            readonly Cause: "write" | "import";
            /** Format: date-time */
            readonly OccurredAt: string;
        };
        /**
         * @description Prices of a channel that wait for a person.
         * @example {
         *       "ChannelId": 1,
         *       "Cause": "rule",
         *       "Count": 12
         *     }
         */
        readonly PricesToReview: {
            /**
             * @description What has changed the prices, as in their history.
             * @enum {string}
             */
            readonly Cause: "write" | "import" | "order" | "stock" | "count" | "lag" | "rule" | "override" | "window" | "guard" | "settings" | "rates";
            readonly ChannelId: number;
            readonly Count: number;
        };
        /**
         * @description An error (RFC 9457). A refused call has stored nothing.
         * @example {
         *       "type": "urn:entrepot:problem:market-invalid-input",
         *       "title": "The request is invalid",
         *       "status": 400,
         *       "code": "MARKET_INVALID_INPUT",
         *       "detail": "/Lines/0/Quantity must be at least 1.",
         *       "requestId": "0123456789abcdef",
         *       "errors": [
         *         {
         *           "path": "/Lines/0/Quantity",
         *           "message": "must be at least 1"
         *         }
         *       ]
         *     }
         */
        readonly Problem: {
            readonly code: components["schemas"]["ProblemCode"];
            /** @description What happened, which input caused it, and what to change. For people. */
            readonly detail: string;
            /** @description All issues of the input, at most 500. */
            readonly errors?: readonly components["schemas"]["Fault"][];
            /** @description The `Request-Id` of the answer, which is also in the log of the hub. */
            readonly requestId: string;
            /** @description The HTTP status. */
            readonly status: number;
            /** @description What the code means. The same for all errors with it. */
            readonly title: string;
            /** @description The code as a URI. */
            readonly type: string;
        };
        /**
         * @description The stable name of an error. The page about errors explains each.
         * @example MARKET_INVALID_INPUT
         * @enum {string}
         */
        readonly ProblemCode: "MARKET_INVALID_INPUT" | "MARKET_INVALID_BODY" | "MARKET_SEVERAL_CREDENTIALS" | "MARKET_UNAUTHENTICATED" | "MARKET_STEP_UP" | "MARKET_FORBIDDEN" | "MARKET_CUSTOMER_DISABLED" | "MARKET_NOT_FOUND" | "MARKET_METHOD_NOT_ALLOWED" | "MARKET_REFERENCE_IN_USE" | "MARKET_IDEMPOTENCY_RUNNING" | "MARKET_IDEMPOTENCY_DONE" | "MARKET_BODY_TOO_LARGE" | "MARKET_UNSUPPORTED_MEDIA_TYPE" | "MARKET_IDEMPOTENCY_MISMATCH" | "MARKET_RATE_LIMITED" | "MARKET_INTERNAL" | "MARKET_UNAVAILABLE" | "MARKET_CUSTOMER_FROZEN" | "MARKET_CUSTOMER_MOVED" | "MARKET_CUSTOMER_HAS_ORDERS" | "MARKET_WEBHOOK_DISABLED" | "MARKET_WEBHOOKS_OFF" | "MARKET_TOO_MANY_WEBHOOKS" | "MARKET_ORDER_EXISTS" | "MARKET_ORDER_STATUS" | "MARKET_QUANTITY_EXCEEDED" | "MARKET_PARTIAL_LINE" | "MARKET_REFUND_EXCEEDED" | "MARKET_SHIPMENT_VOIDED" | "MARKET_RETURN_DECIDED" | "MARKET_UNSELLABLE_LINES" | "MARKET_PRODUCT_EXISTS" | "MARKET_PRODUCT_CHANGED" | "MARKET_TOO_MANY_IMPORT_MAPPINGS" | "MARKET_OFFER_RULES_CHANGED" | "MARKET_NOT_TO_BE_REMOVED" | "MARKET_CONNECTION_LEASED" | "MARKET_CONNECTION_LEASE_LOST" | "MARKET_CONNECTION_PAIR_TAKEN" | "MARKET_TOO_MANY_CONNECTIONS" | "MARKET_TOO_MANY_CONNECTORS" | "MARKET_TOO_MANY_VIEWS" | "MARKET_LAST_OWNER" | "MARKET_MEMBER_EXISTS" | "MARKET_INVITATION_ACCEPTED" | "MARKET_LAST_WAY_IN" | "MARKET_TOO_MANY_AGENTS" | "MARKET_TOO_MANY_AGENT_KEYS" | "MARKET_LAST_AGENT_KEY" | "SERVER_AGENT_STOPPED" | "SERVER_AGENT_CAP" | "MARKET_AGENT_DECIDED" | "SERVER_APPROVAL_REQUIRED" | "SERVER_APPROVAL_DECIDED" | "SERVER_TOO_MANY_APPROVALS";
        /**
         * @description The products that the channel has processed. Lists may be empty, null or left out.
         * @example {
         *       "Created": [
         *         {
         *           "MerchantReference": "MUG-BLUE",
         *           "ChannelReference": "shop-mug-blue"
         *         }
         *       ],
         *       "Updated": [
         *         "shop-mug-red"
         *       ],
         *       "Removed": []
         *     }
         */
        readonly ProcessedChanges: {
            /** @description Products that the channel has created. */
            readonly Created?: readonly components["schemas"]["CreatedReference"][] | null;
            /** @description Products that the channel could not process. They are sent again, and the merchant sees why. */
            readonly Failed?: readonly components["schemas"]["FailedProduct"][] | null;
            /** @description Products that the channel has removed, or was to update and does not have. */
            readonly Removed?: readonly (string | null)[] | null;
            /** @description Products that the channel has updated. */
            readonly Updated?: readonly (string | null)[] | null;
        };
        /**
         * @description An action on a product, and whether the caller may do it now.
         * @example {
         *       "Name": "deactivate",
         *       "IsAllowed": true,
         *       "Reason": null
         *     }
         */
        readonly ProductAction: {
            /** @description Whether the caller may do it now. */
            readonly IsAllowed: boolean;
            /**
             * @description The action.
             * @enum {string}
             */
            readonly Name: "change" | "deactivate" | "reactivate";
            /** @description Why the action is not allowed. Null if it is. */
            readonly Reason: {
                /** @description The code with which the call would be refused. */
                readonly Code: string;
                /** @description What prevents the action, and what to do. */
                readonly Message: string;
            } | null;
        };
        /**
         * @description What a channel must do so that its products are current.
         * @example {
         *       "ToBeCreated": [
         *         {
         *           "MerchantProductReference": "MUG-BLUE",
         *           "ParentMerchantReference": null,
         *           "Name": "Blue mug",
         *           "Description": "A mug of stoneware, 300 ml.",
         *           "Details": null,
         *           "Brand": "Acme",
         *           "Size": null,
         *           "Color": "blue",
         *           "Ean": "4006381333931",
         *           "ManufacturerProductNumber": null,
         *           "MSRP": null,
         *           "PurchasePrice": null,
         *           "DiscountRate": null,
         *           "VatRate": 21,
         *           "ShippingCost": null,
         *           "ShippingTime": "2 to 3 days",
         *           "Url": null,
         *           "ImageUrl": "https://example.com/mug-blue.jpg",
         *           "CategoryTrail": "Home > Kitchen > Mugs",
         *           "ExtraData": {
         *             "Material": "stoneware"
         *           },
         *           "ChannelProductReference": null
         *         }
         *       ],
         *       "ToBeUpdated": [],
         *       "ToBeRemoved": []
         *     }
         */
        readonly ProductChanges: {
            readonly ToBeCreated: readonly components["schemas"]["ProductView"][];
            readonly ToBeRemoved: readonly components["schemas"]["ProductView"][];
            readonly ToBeUpdated: readonly components["schemas"]["ProductView"][];
        };
        /**
         * @description A variant of a product, within its parent.
         * @example {
         *       "MerchantProductReference": "SHIRT-L",
         *       "Name": "Shirt L",
         *       "Size": "L",
         *       "Stock": 3,
         *       "Price": 20
         *     }
         */
        readonly ProductChild: {
            /** Format: line */
            readonly Brand?: string | null;
            /**
             * Format: line
             * @description Path of categories, such as 'Home > Kitchen > Mugs'.
             */
            readonly CategoryTrail?: string | null;
            /**
             * Format: reference
             * @description The reference that the channel should use, if it takes one.
             */
            readonly ChannelProductReference?: string | null;
            /** Format: line */
            readonly Color?: string | null;
            /**
             * Format: block
             * @description Description as shown to buyers; may hold HTML.
             */
            readonly Description?: string | null;
            /**
             * Format: block
             * @description Further details.
             */
            readonly Details?: string | null;
            /** @description Discount in percent. */
            readonly DiscountRate?: number | null;
            /**
             * Format: line
             * @description EAN, UPC or ISBN.
             */
            readonly Ean?: string | null;
            /** @description Free data: up to 100 names with a text each. */
            readonly ExtraData?: {
                readonly [key: string]: string;
            } | null;
            /**
             * Format: web-url
             * @description Main image.
             */
            readonly ImageUrl?: string | null;
            /** @description Whether the product is offered at all. */
            readonly IsActive?: boolean | null;
            /** Format: line */
            readonly ManufacturerProductNumber?: string | null;
            /**
             * Format: product-reference
             * @description The merchant's own reference of the product. Unique, case-sensitive.
             */
            readonly MerchantProductReference: string;
            /** @description Manufacturer's suggested retail price. */
            readonly MSRP?: number | null;
            /**
             * Format: line
             * @description Name as shown to buyers. Needed to create a product.
             */
            readonly Name?: string | null;
            /**
             * Format: product-reference
             * @description Reference of the parent, for a child. One level only.
             */
            readonly ParentMerchantReference?: string | null;
            /** @description Selling price, including VAT, in the base currency of the customer. */
            readonly Price?: number | null;
            readonly PurchasePrice?: number | null;
            readonly ShippingCost?: number | null;
            /**
             * Format: line
             * @description Delivery time in words, such as '2 to 3 days'.
             */
            readonly ShippingTime?: string | null;
            /** Format: line */
            readonly Size?: string | null;
            /** @description The count: how many units there are, sold or not. Null counts as 0. */
            readonly Stock?: number | null;
            /**
             * Format: date-time
             * @description When the stock was counted; now when left out. A count settles what left before it, and one that is older than the stored count is not applied. What the hub has taken off the stock or added to it since is taken off the count or added to it.
             */
            readonly StockCountedAt?: string | null;
            /**
             * Format: web-url
             * @description Page of the product.
             */
            readonly Url?: string | null;
            /**
             * Format: line
             * @description The class under which the table of VAT rates has its rate in each country; 'standard' when left out.
             */
            readonly VatClass?: string | null;
            /** @description VAT in percent. Without it the customer's default rate holds. */
            readonly VatRate?: number | null;
        };
        /**
         * @description How many products match a filter.
         * @example {
         *       "Total": 187,
         *       "IsComplete": true
         *     }
         */
        readonly ProductCounts: {
            /** @description False if more than 100,000 products match. */
            readonly IsComplete: boolean;
            readonly Total: number;
        };
        /**
         * @description How many items of an array were stored, and messages about the others.
         * @example {
         *       "AcceptedCount": 41,
         *       "RejectedCount": 1,
         *       "ProductMessages": [
         *         {
         *           "Name": "Red mug",
         *           "Reference": "MUG-RED",
         *           "Warnings": [],
         *           "Errors": [
         *             "/Price must be at least 0"
         *           ],
         *           "IsConflict": false
         *         }
         *       ]
         *     }
         */
        readonly ProductCreationResult: {
            readonly AcceptedCount: number;
            readonly ProductMessages: readonly components["schemas"]["ProductMessage"][];
            readonly RejectedCount: number;
        };
        /**
         * @description The data of a product as a channel gets it.
         * @example {
         *       "MerchantProductReference": "MUG-BLUE",
         *       "ParentMerchantReference": null,
         *       "Name": "Blue mug",
         *       "Description": "A mug of stoneware, 300 ml.",
         *       "Details": null,
         *       "Brand": "Acme",
         *       "Size": null,
         *       "Color": "blue",
         *       "Ean": "4006381333931",
         *       "ManufacturerProductNumber": null,
         *       "MSRP": null,
         *       "PurchasePrice": null,
         *       "DiscountRate": null,
         *       "VatRate": 21,
         *       "ShippingCost": null,
         *       "ShippingTime": "2 to 3 days",
         *       "Url": null,
         *       "ImageUrl": "https://example.com/mug-blue.jpg",
         *       "CategoryTrail": "Home > Kitchen > Mugs",
         *       "ExtraData": {
         *         "Material": "stoneware"
         *       }
         *     }
         */
        readonly ProductData: {
            readonly Brand: string | null;
            /** @description Path of categories, such as 'Home > Kitchen > Mugs'. */
            readonly CategoryTrail: string | null;
            readonly Color: string | null;
            /** @description ISO 4217: the currency of the price. */
            readonly Currency?: string;
            /** @description Description as shown to buyers; may hold HTML. */
            readonly Description: string | null;
            /** @description Further details. */
            readonly Details: string | null;
            /** @description Discount in percent. */
            readonly DiscountRate: number | null;
            /** @description EAN, UPC or ISBN. */
            readonly Ean: string | null;
            /** @description Free data: up to 100 names with a text each. */
            readonly ExtraData: {
                readonly [key: string]: string;
            } | null;
            /**
             * Format: web-url
             * @description Main image.
             */
            readonly ImageUrl: string | null;
            readonly ManufacturerProductNumber: string | null;
            readonly MerchantProductReference: string;
            /** @description Manufacturer's suggested retail price. */
            readonly MSRP: number | null;
            /** @description Name as shown to buyers. Needed to create a product. */
            readonly Name: string | null;
            readonly ParentMerchantReference: string | null;
            /** @description Selling price, including VAT, in the base currency of the customer. */
            readonly Price?: number | null;
            readonly PurchasePrice: number | null;
            readonly ShippingCost: number | null;
            /** @description Delivery time in words, such as '2 to 3 days'. */
            readonly ShippingTime: string | null;
            readonly Size: string | null;
            /** @description The count: how many units there are, sold or not. Null counts as 0. */
            readonly Stock?: number | null;
            /**
             * Format: web-url
             * @description Page of the product.
             */
            readonly Url: string | null;
            /** @description VAT in percent. Without it the customer's default rate holds. */
            readonly VatRate: number | null;
        };
        /**
         * @description What is done with each product of Filter.
         * @example {
         *       "IsActive": false
         *     }
         */
        readonly ProductJobChange: {
            readonly Expected?: components["schemas"]["ExpectedOffer"];
            /** @description Takes the product out of sale, or back. The other values are left out then. */
            readonly IsActive?: boolean;
            /** @description Selling price, including VAT, in the base currency of the customer. */
            readonly Price?: number | null;
            /** @description The count: how many units there are, sold or not. Null counts as 0. */
            readonly Stock?: number | null;
            /** @description Units to add to the stock, or to take off it, instead of a count. The stock goes down to 0 at most. */
            readonly StockChange?: number;
            /**
             * Format: date-time
             * @description When the stock was counted; now when left out. A count settles what left before it, and one that is older than the stored count is not applied. What the hub has taken off the stock or added to it since is taken off the count or added to it.
             */
            readonly StockCountedAt?: string | null;
        };
        /**
         * @description What is done with one product.
         * @example {
         *       "MerchantProductReference": "MUG-RED",
         *       "Price": 11.95,
         *       "Expected": {
         *         "Price": 12.5
         *       }
         *     }
         */
        readonly ProductJobItem: {
            readonly Expected?: components["schemas"]["ExpectedOffer"];
            /** @description Takes the product out of sale, or back. The other values are left out then. */
            readonly IsActive?: boolean;
            /**
             * Format: product-reference
             * @description The merchant's own reference of the product. Unique, case-sensitive.
             */
            readonly MerchantProductReference: string;
            /** @description Selling price, including VAT, in the base currency of the customer. */
            readonly Price?: number | null;
            /** @description The count: how many units there are, sold or not. Null counts as 0. */
            readonly Stock?: number | null;
            /** @description Units to add to the stock, or to take off it, instead of a count. The stock goes down to 0 at most. */
            readonly StockChange?: number;
            /**
             * Format: date-time
             * @description When the stock was counted; now when left out. A count settles what left before it, and one that is older than the stored count is not applied. What the hub has taken off the stock or added to it since is taken off the count or added to it.
             */
            readonly StockCountedAt?: string | null;
        };
        /**
         * @description What a job does with its only product.
         * @example {
         *       "MerchantProductReference": "MUG-RED",
         *       "Before": 12.5,
         *       "After": 11.95,
         *       "StockChange": null
         *     }
         */
        readonly ProductJobOnlyItem: {
            /** @description The price or the stock that is set. Null if none is, or if units are added. */
            readonly After: number | null;
            /** @description The price or the stock that was expected. Null if none was. */
            readonly Before: number | null;
            readonly MerchantProductReference: string;
            /** @description Units that are added to the stock, or taken off it: when the product has had its turn, as many as really were, because a stock is at least 0. */
            readonly StockChange: number | null;
        };
        /**
         * @description What became of one product of a job.
         * @example {
         *       "MerchantProductReference": "MUG-RED",
         *       "Outcome": "refused",
         *       "Code": "MARKET_PRODUCT_CHANGED",
         *       "Detail": "/Expected/Price: was expected to be 12.5, and is 11.95"
         *     }
         */
        readonly ProductJobOutcome: {
            /** @description Of the refusal: what the call for one record answers. */
            readonly Code: string | null;
            /** @description Why it was refused, and what to change. */
            readonly Detail: string | null;
            readonly MerchantProductReference: string;
            /**
             * @description 'waiting': the product has not had its turn. 'unchanged': it was already as the change leaves it.
             * @enum {string}
             */
            readonly Outcome: "waiting" | "done" | "unchanged" | "refused";
        };
        /**
         * @description Something to do with many products.
         * @example {
         *       "Filter": {
         *         "inStock": false
         *       },
         *       "Change": {
         *         "IsActive": false
         *       }
         *     }
         */
        readonly ProductJobRequest: {
            readonly Change?: components["schemas"]["ProductJobChange"];
            /** @description The products that match it at the moment of the request, by the parameters of `GET /products`, such as `{ "inStock": false }`: all but `pendingAt`, `pending`, `sort`, `cursor` and `pageSize`. */
            readonly Filter?: {
                readonly [key: string]: unknown;
            };
            /** @description What is done with each product. `Expected` refuses a change of a product that somebody else has changed meanwhile. Or Filter and Change. */
            readonly Items?: readonly components["schemas"]["ProductJobItem"][];
            /** @description The job whose changes are taken back, alone in the body: each product that nobody has changed meanwhile gets the values that its item expected, as many units as were really added are taken off again unless the product was counted since, and what was taken out of sale is back in sale. What an earlier job has taken back is left out. */
            readonly Undo?: number;
        };
        /**
         * @description A job of products: its state, and how many products have had their turn.
         * @example {
         *       "Id": 4,
         *       "Status": "running",
         *       "ProductCount": 187,
         *       "WaitingCount": 60,
         *       "DoneCount": 125,
         *       "UnchangedCount": 1,
         *       "RefusedCount": 1,
         *       "Changes": "price",
         *       "Item": null,
         *       "Undoes": null,
         *       "CanUndo": true,
         *       "Actor": {
         *         "Kind": "person",
         *         "Id": "7",
         *         "Label": "Ann Archer",
         *         "Person": null,
         *         "Tool": null
         *       },
         *       "CreatedAt": "2026-11-22T08:30:00.000Z",
         *       "StartedAt": "2026-11-22T08:30:01.000Z",
         *       "EndedAt": null
         *     }
         */
        readonly ProductJobResponse: {
            readonly Actor: components["schemas"]["Actor"];
            /** @description Whether a job with `Undo` takes something of it back now. A change of a price or of a count is taken back if it expected the values before, with `Expected`. */
            readonly CanUndo: boolean;
            /**
             * @description What changes of its first product.
             * @enum {string}
             */
            readonly Changes: "price" | "stock" | "activate" | "deactivate";
            /**
             * Format: date-time
             * @description When it was requested.
             */
            readonly CreatedAt: string;
            /** @description Products with which it was done. */
            readonly DoneCount: number;
            /**
             * Format: date-time
             * @description When it ended.
             */
            readonly EndedAt: string | null;
            readonly Id: number;
            /** @description What is done with its product. Null if it has several. */
            readonly Item: components["schemas"]["ProductJobOnlyItem"] | null;
            /** @description All products of the job. */
            readonly ProductCount: number;
            /** @description Products with which it could not be done. */
            readonly RefusedCount: number;
            /**
             * Format: date-time
             * @description When the first record had its turn.
             */
            readonly StartedAt: string | null;
            /**
             * @description The state.
             * @enum {string}
             */
            readonly Status: "queued" | "running" | "done" | "cancelled";
            /** @description Products that were already as the change leaves them. */
            readonly UnchangedCount: number;
            /** @description The job whose changes this one takes back. */
            readonly Undoes: number | null;
            /** @description Products that have not had their turn. A cancelled job leaves them as they are. */
            readonly WaitingCount: number;
        };
        /**
         * @description What a channel knows of a product: what it has confirmed, and what it would get now.
         * @example {
         *       "ChannelId": 1,
         *       "ChannelName": "Web shop",
         *       "MerchantProductReference": "MUG-BLUE",
         *       "ChannelProductReference": "shop-mug-blue",
         *       "IsWanted": true,
         *       "Pending": "update",
         *       "PendingSince": "2026-11-22T08:45:00.000Z",
         *       "IsOfferPending": false,
         *       "OfferPendingSince": null,
         *       "ConfirmedAt": "2026-11-21T10:00:02.000Z",
         *       "ConfirmedOffer": {
         *         "Price": 12.5,
         *         "Currency": "EUR",
         *         "Stock": 25
         *       },
         *       "OfferConfirmedAt": "2026-11-21T10:00:02.000Z",
         *       "Problem": null,
         *       "UnwantedReason": null,
         *       "Confirmed": {
         *         "MerchantProductReference": "MUG-BLUE",
         *         "ParentMerchantReference": null,
         *         "Name": "Mug",
         *         "Description": "A mug of stoneware, 300 ml.",
         *         "Details": null,
         *         "Brand": "Acme",
         *         "Size": null,
         *         "Color": "blue",
         *         "Ean": "4006381333931",
         *         "ManufacturerProductNumber": null,
         *         "MSRP": null,
         *         "PurchasePrice": null,
         *         "DiscountRate": null,
         *         "VatRate": 21,
         *         "ShippingCost": null,
         *         "ShippingTime": "2 to 3 days",
         *         "Url": null,
         *         "ImageUrl": "https://example.com/mug-blue.jpg",
         *         "CategoryTrail": "Home > Kitchen > Mugs",
         *         "ExtraData": {
         *           "Material": "stoneware"
         *         }
         *       },
         *       "Current": {
         *         "MerchantProductReference": "MUG-BLUE",
         *         "ParentMerchantReference": null,
         *         "Name": "Blue mug",
         *         "Description": "A mug of stoneware, 300 ml.",
         *         "Details": null,
         *         "Brand": "Acme",
         *         "Size": null,
         *         "Color": "blue",
         *         "Ean": "4006381333931",
         *         "ManufacturerProductNumber": null,
         *         "MSRP": null,
         *         "PurchasePrice": null,
         *         "DiscountRate": null,
         *         "VatRate": 21,
         *         "ShippingCost": null,
         *         "ShippingTime": "2 to 3 days",
         *         "Url": null,
         *         "ImageUrl": "https://example.com/mug-blue.jpg",
         *         "CategoryTrail": "Home > Kitchen > Mugs",
         *         "ExtraData": {
         *           "Material": "stoneware"
         *         }
         *       },
         *       "CurrentOffer": {
         *         "Price": 12.5,
         *         "Currency": "EUR",
         *         "Stock": 25
         *       },
         *       "Changes": [
         *         {
         *           "Field": "Name",
         *           "Confirmed": "Mug",
         *           "Current": "Blue mug"
         *         }
         *       ],
         *       "Explanation": null
         *     }
         */
        readonly ProductListing: {
            /** @description The fields in which what the channel would get now differs from what it has confirmed. Empty if one of the two is missing. */
            readonly Changes: readonly components["schemas"]["ListingChange"][];
            readonly ChannelId: number;
            readonly ChannelName: string;
            /** @description The channel's own reference, under which it lists the product. Null if it does not list the product. */
            readonly ChannelProductReference: string | null;
            /** @description The data that the channel has confirmed last, as it got it. */
            readonly Confirmed: components["schemas"]["ProductData"] | null;
            /**
             * Format: date-time
             * @description When the channel last confirmed data of the product.
             */
            readonly ConfirmedAt: string | null;
            /** @description The price and the stock that the channel confirmed last. */
            readonly ConfirmedOffer: components["schemas"]["ListedOffer"] | null;
            /** @description The data that the channel would get now. Null if it should not have the product. */
            readonly Current: components["schemas"]["ProductData"] | null;
            /** @description The price and the stock that the channel would get now. Null for a product that it cannot sell. */
            readonly CurrentOffer: components["schemas"]["ListedOffer"] | null;
            /** @description How the current offer came about. Null for a channel. */
            readonly Explanation: components["schemas"]["OfferExplanation"] | null;
            /** @description Whether the channel must still take over the price and the stock. */
            readonly IsOfferPending: boolean;
            /** @description Whether the channel should have the product: it is active, and selected for the channel. */
            readonly IsWanted: boolean;
            readonly MerchantProductReference: string;
            /**
             * Format: date-time
             * @description When the channel last confirmed price and stock.
             */
            readonly OfferConfirmedAt: string | null;
            /**
             * Format: date-time
             * @description Since when price and stock wait for the channel.
             */
            readonly OfferPendingSince: string | null;
            /**
             * @description What the channel must still do with the data.
             * @enum {string|null}
             */
            readonly Pending: "create" | "update" | "remove" | null;
            /**
             * Format: date-time
             * @description Since when the data waits for the channel.
             */
            readonly PendingSince: string | null;
            /** @description Why the channel could not process the product, or why its last acknowledgement was rejected. Null if nothing was wrong since the data was confirmed. */
            readonly Problem: components["schemas"]["ListingProblem"] | null;
            /**
             * @description Why the channel should not have the product: it is inactive, its parent is, or the selection of the channel leaves it out; an override hides it or its parent, or its offer cannot be computed; of a parent, that a flat channel gets only the variants, or that none of the variants is active and selected. Null if the channel should have it.
             * @enum {string|null}
             */
            readonly UnwantedReason: "INACTIVE" | "PARENT_INACTIVE" | "NOT_SELECTED" | "VARIANTS_ONLY" | "NO_VARIANT_SELECTED" | "HIDDEN" | "PARENT_HIDDEN" | "HELD_BACK" | null;
        };
        /**
         * @description What was wrong with an item of an array.
         * @example {
         *       "Name": "Red mug",
         *       "Reference": "MUG-RED",
         *       "Warnings": [],
         *       "Errors": [
         *         "/Price must be at least 0"
         *       ],
         *       "IsConflict": false
         *     }
         */
        readonly ProductMessage: {
            readonly Errors: readonly string[];
            /** @description Whether the item was rejected because a value is not as `Expected` says. */
            readonly IsConflict: boolean;
            readonly Name: string | null;
            readonly Reference: string | null;
            readonly Warnings: readonly string[];
        };
        /**
         * @description The values of a product to change (RFC 7396). Null clears a value.
         * @example {
         *       "Price": 11.95,
         *       "ExtraData": {
         *         "Material": null
         *       },
         *       "Expected": {
         *         "Price": 12.5
         *       }
         *     }
         */
        readonly ProductPatch: {
            /** Format: line */
            readonly Brand?: string | null;
            /**
             * Format: line
             * @description Path of categories, such as 'Home > Kitchen > Mugs'.
             */
            readonly CategoryTrail?: string | null;
            /**
             * Format: reference
             * @description The reference that the channel should use, if it takes one.
             */
            readonly ChannelProductReference?: string | null;
            /** Format: line */
            readonly Color?: string | null;
            /**
             * Format: block
             * @description Description as shown to buyers; may hold HTML.
             */
            readonly Description?: string | null;
            /**
             * Format: block
             * @description Further details.
             */
            readonly Details?: string | null;
            /** @description Discount in percent. */
            readonly DiscountRate?: number | null;
            /**
             * Format: line
             * @description EAN, UPC or ISBN.
             */
            readonly Ean?: string | null;
            readonly Expected?: components["schemas"]["ExpectedProduct"];
            /** @description Free data: up to 100 names with a text each. */
            readonly ExtraData?: {
                readonly [key: string]: string | null;
            } | null;
            /**
             * Format: web-url
             * @description Main image.
             */
            readonly ImageUrl?: string | null;
            /** @description Whether the product is offered at all. */
            readonly IsActive?: boolean | null;
            /** Format: line */
            readonly ManufacturerProductNumber?: string | null;
            /**
             * Format: product-reference
             * @description The merchant's own reference of the product. Unique, case-sensitive.
             */
            readonly MerchantProductReference?: string;
            /** @description Manufacturer's suggested retail price. */
            readonly MSRP?: number | null;
            /**
             * Format: line
             * @description Name as shown to buyers. Needed to create a product.
             */
            readonly Name?: string | null;
            /**
             * Format: product-reference
             * @description Reference of the parent, for a child. One level only.
             */
            readonly ParentMerchantReference?: string | null;
            /** @description Selling price, including VAT, in the base currency of the customer. */
            readonly Price?: number | null;
            readonly PurchasePrice?: number | null;
            readonly ShippingCost?: number | null;
            /**
             * Format: line
             * @description Delivery time in words, such as '2 to 3 days'.
             */
            readonly ShippingTime?: string | null;
            /** Format: line */
            readonly Size?: string | null;
            /** @description The count: how many units there are, sold or not. Null counts as 0. */
            readonly Stock?: number | null;
            /**
             * Format: date-time
             * @description When the stock was counted; now when left out. A count settles what left before it, and one that is older than the stored count is not applied. What the hub has taken off the stock or added to it since is taken off the count or added to it.
             */
            readonly StockCountedAt?: string | null;
            /**
             * Format: web-url
             * @description Page of the product.
             */
            readonly Url?: string | null;
            /**
             * Format: line
             * @description The class under which the table of VAT rates has its rate in each country; 'standard' when left out.
             */
            readonly VatClass?: string | null;
            /** @description VAT in percent. Without it the customer's default rate holds. */
            readonly VatRate?: number | null;
        };
        /**
         * @description All values of a product. Id, Children, CreatedAt and UpdatedAt are accepted only with the values that the reading call returned, and Actions and Warnings are ignored.
         * @example {
         *       "Name": "Blue mug",
         *       "Stock": 20,
         *       "Price": 11.95
         *     }
         */
        readonly ProductReplacement: {
            /** @description As answered by GET, or anything else: it is ignored. */
            readonly Actions?: readonly Record<string, unknown>[] | null;
            /** Format: line */
            readonly Brand?: string | null;
            /**
             * Format: line
             * @description Path of categories, such as 'Home > Kitchen > Mugs'.
             */
            readonly CategoryTrail?: string | null;
            /**
             * Format: reference
             * @description The reference that the channel should use, if it takes one.
             */
            readonly ChannelProductReference?: string | null;
            /** @description As answered by GET. */
            readonly Children?: readonly string[] | null;
            /** Format: line */
            readonly Color?: string | null;
            /**
             * Format: date-time
             * @description As answered by GET.
             */
            readonly CreatedAt?: string | null;
            /**
             * Format: block
             * @description Description as shown to buyers; may hold HTML.
             */
            readonly Description?: string | null;
            /**
             * Format: block
             * @description Further details.
             */
            readonly Details?: string | null;
            /** @description Discount in percent. */
            readonly DiscountRate?: number | null;
            /**
             * Format: line
             * @description EAN, UPC or ISBN.
             */
            readonly Ean?: string | null;
            /** @description Free data: up to 100 names with a text each. */
            readonly ExtraData?: {
                readonly [key: string]: string;
            } | null;
            readonly Id?: number | null;
            /**
             * Format: web-url
             * @description Main image.
             */
            readonly ImageUrl?: string | null;
            /** @description Whether the product is offered at all. */
            readonly IsActive?: boolean | null;
            /** Format: line */
            readonly ManufacturerProductNumber?: string | null;
            /**
             * Format: product-reference
             * @description The merchant's own reference of the product. Unique, case-sensitive.
             */
            readonly MerchantProductReference?: string;
            /** @description Manufacturer's suggested retail price. */
            readonly MSRP?: number | null;
            /**
             * Format: line
             * @description Name as shown to buyers. Needed to create a product.
             */
            readonly Name?: string | null;
            /**
             * Format: product-reference
             * @description Reference of the parent, for a child. One level only.
             */
            readonly ParentMerchantReference?: string | null;
            /** @description Selling price, including VAT, in the base currency of the customer. */
            readonly Price?: number | null;
            readonly PurchasePrice?: number | null;
            readonly ShippingCost?: number | null;
            /**
             * Format: line
             * @description Delivery time in words, such as '2 to 3 days'.
             */
            readonly ShippingTime?: string | null;
            /** Format: line */
            readonly Size?: string | null;
            /** @description The count: how many units there are, sold or not. Null counts as 0. */
            readonly Stock?: number | null;
            /** @description As answered by GET, or anything else: it is ignored. */
            readonly StockAvailable?: number | null;
            /**
             * Format: date-time
             * @description When the stock was counted; now when left out. A count settles what left before it, and one that is older than the stored count is not applied. What the hub has taken off the stock or added to it since is taken off the count or added to it.
             */
            readonly StockCountedAt?: string | null;
            /** @description As answered by GET, or anything else: it is ignored. */
            readonly StockReserved?: number | null;
            /**
             * Format: date-time
             * @description As answered by GET.
             */
            readonly UpdatedAt?: string | null;
            /**
             * Format: web-url
             * @description Page of the product.
             */
            readonly Url?: string | null;
            /**
             * Format: line
             * @description The class under which the table of VAT rates has its rate in each country; 'standard' when left out.
             */
            readonly VatClass?: string | null;
            /** @description VAT in percent. Without it the customer's default rate holds. */
            readonly VatRate?: number | null;
            /** @description As answered by GET, or anything else: it is ignored. */
            readonly Warnings?: readonly string[] | null;
        };
        /**
         * @description A product to create, or in an array to create or to change.
         * @example {
         *       "MerchantProductReference": "MUG-BLUE",
         *       "Name": "Blue mug",
         *       "Description": "A mug of stoneware, 300 ml.",
         *       "Brand": "Acme",
         *       "Color": "blue",
         *       "Ean": "4006381333931",
         *       "VatRate": 21,
         *       "ImageUrl": "https://example.com/mug-blue.jpg",
         *       "CategoryTrail": "Home > Kitchen > Mugs",
         *       "ExtraData": {
         *         "Material": "stoneware"
         *       },
         *       "Stock": 25,
         *       "Price": 12.5,
         *       "VatClass": "standard"
         *     }
         */
        readonly ProductRequest: {
            /** Format: line */
            readonly Brand?: string | null;
            /**
             * Format: line
             * @description Path of categories, such as 'Home > Kitchen > Mugs'.
             */
            readonly CategoryTrail?: string | null;
            /**
             * Format: reference
             * @description The reference that the channel should use, if it takes one.
             */
            readonly ChannelProductReference?: string | null;
            /** @description Variants of this product, such as its sizes. */
            readonly Children?: readonly components["schemas"]["ProductChild"][] | null;
            /** Format: line */
            readonly Color?: string | null;
            /**
             * Format: block
             * @description Description as shown to buyers; may hold HTML.
             */
            readonly Description?: string | null;
            /**
             * Format: block
             * @description Further details.
             */
            readonly Details?: string | null;
            /** @description Discount in percent. */
            readonly DiscountRate?: number | null;
            /**
             * Format: line
             * @description EAN, UPC or ISBN.
             */
            readonly Ean?: string | null;
            /** @description Free data: up to 100 names with a text each. */
            readonly ExtraData?: {
                readonly [key: string]: string;
            } | null;
            /**
             * Format: web-url
             * @description Main image.
             */
            readonly ImageUrl?: string | null;
            /** @description Whether the product is offered at all. */
            readonly IsActive?: boolean | null;
            /** Format: line */
            readonly ManufacturerProductNumber?: string | null;
            /**
             * Format: product-reference
             * @description The merchant's own reference of the product. Unique, case-sensitive.
             */
            readonly MerchantProductReference: string;
            /** @description Manufacturer's suggested retail price. */
            readonly MSRP?: number | null;
            /**
             * Format: line
             * @description Name as shown to buyers. Needed to create a product.
             */
            readonly Name?: string | null;
            /**
             * Format: product-reference
             * @description Reference of the parent, for a child. One level only.
             */
            readonly ParentMerchantReference?: string | null;
            /** @description Selling price, including VAT, in the base currency of the customer. */
            readonly Price?: number | null;
            readonly PurchasePrice?: number | null;
            readonly ShippingCost?: number | null;
            /**
             * Format: line
             * @description Delivery time in words, such as '2 to 3 days'.
             */
            readonly ShippingTime?: string | null;
            /** Format: line */
            readonly Size?: string | null;
            /** @description The count: how many units there are, sold or not. Null counts as 0. */
            readonly Stock?: number | null;
            /**
             * Format: date-time
             * @description When the stock was counted; now when left out. A count settles what left before it, and one that is older than the stored count is not applied. What the hub has taken off the stock or added to it since is taken off the count or added to it.
             */
            readonly StockCountedAt?: string | null;
            /**
             * Format: web-url
             * @description Page of the product.
             */
            readonly Url?: string | null;
            /**
             * Format: line
             * @description The class under which the table of VAT rates has its rate in each country; 'standard' when left out.
             */
            readonly VatClass?: string | null;
            /** @description VAT in percent. Without it the customer's default rate holds. */
            readonly VatRate?: number | null;
        };
        /**
         * @description A product as it is stored.
         * @example {
         *       "Id": 7,
         *       "MerchantProductReference": "MUG-BLUE",
         *       "ParentMerchantReference": null,
         *       "ChannelProductReference": null,
         *       "Name": "Blue mug",
         *       "Description": "A mug of stoneware, 300 ml.",
         *       "Details": null,
         *       "Brand": "Acme",
         *       "Size": null,
         *       "Color": "blue",
         *       "Ean": "4006381333931",
         *       "ManufacturerProductNumber": null,
         *       "Stock": 25,
         *       "StockCountedAt": "2026-11-21T08:00:00.000Z",
         *       "Price": 12.5,
         *       "MSRP": null,
         *       "PurchasePrice": null,
         *       "DiscountRate": null,
         *       "VatRate": 21,
         *       "VatClass": null,
         *       "ShippingCost": null,
         *       "ShippingTime": "2 to 3 days",
         *       "Url": null,
         *       "ImageUrl": "https://example.com/mug-blue.jpg",
         *       "CategoryTrail": "Home > Kitchen > Mugs",
         *       "ExtraData": {
         *         "Material": "stoneware"
         *       },
         *       "IsActive": true,
         *       "Children": [],
         *       "CreatedAt": "2026-11-20T08:00:00.000Z",
         *       "UpdatedAt": "2026-11-21T08:00:00.000Z",
         *       "StockReserved": 2,
         *       "StockAvailable": 23,
         *       "Actions": [
         *         {
         *           "Name": "deactivate",
         *           "IsAllowed": true,
         *           "Reason": null
         *         }
         *       ]
         *     }
         */
        readonly ProductResponse: {
            /** @description What the caller may do with the record at the moment of the answer: the actions that its kind of key has a call for, without those that would change nothing. */
            readonly Actions: readonly components["schemas"]["ProductAction"][];
            readonly Brand: string | null;
            /** @description Path of categories, such as 'Home > Kitchen > Mugs'. */
            readonly CategoryTrail: string | null;
            /** @description The reference that the channel should use, if it takes one. */
            readonly ChannelProductReference: string | null;
            /** @description References of the children. */
            readonly Children: readonly string[];
            readonly Color: string | null;
            /** Format: date-time */
            readonly CreatedAt: string;
            /** @description Description as shown to buyers; may hold HTML. */
            readonly Description: string | null;
            /** @description Further details. */
            readonly Details: string | null;
            /** @description Discount in percent. */
            readonly DiscountRate: number | null;
            /** @description EAN, UPC or ISBN. */
            readonly Ean: string | null;
            /** @description Free data: up to 100 names with a text each. */
            readonly ExtraData: {
                readonly [key: string]: string;
            } | null;
            readonly Id: number;
            /**
             * Format: web-url
             * @description Main image.
             */
            readonly ImageUrl: string | null;
            /** @description Whether the product and its parent are active. */
            readonly IsActive: boolean;
            readonly ManufacturerProductNumber: string | null;
            readonly MerchantProductReference: string;
            /** @description Manufacturer's suggested retail price. */
            readonly MSRP: number | null;
            /** @description Name as shown to buyers. Needed to create a product. */
            readonly Name: string | null;
            readonly ParentMerchantReference: string | null;
            /** @description Selling price, including VAT, in the base currency of the customer. */
            readonly Price: number | null;
            readonly PurchasePrice: number | null;
            readonly ShippingCost: number | null;
            /** @description Delivery time in words, such as '2 to 3 days'. */
            readonly ShippingTime: string | null;
            readonly Size: string | null;
            /** @description The count: how many units there are, sold or not. Null counts as 0. */
            readonly Stock: number | null;
            /** @description Units that may still be sold: the stock without what is reserved, at least 0. */
            readonly StockAvailable: number;
            /**
             * Format: date-time
             * @description When the stock was counted; now when left out. A count settles what left before it, and one that is older than the stored count is not applied. What the hub has taken off the stock or added to it since is taken off the count or added to it.
             */
            readonly StockCountedAt: string | null;
            /** @description Units of the stock that are not for sale: ordered and open, or shipped since the stock was counted. */
            readonly StockReserved: number;
            /** Format: date-time */
            readonly UpdatedAt: string;
            /**
             * Format: web-url
             * @description Page of the product.
             */
            readonly Url: string | null;
            /** @description The class under which the table of VAT rates has its rate in each country; 'standard' when left out. */
            readonly VatClass: string | null;
            /** @description VAT in percent. Without it the customer's default rate holds. */
            readonly VatRate: number | null;
        };
        /**
         * @description What was sold of a product.
         * @example {
         *       "MerchantProductReference": "CAP",
         *       "Name": "Cap",
         *       "ImageUrl": null,
         *       "Units": 61,
         *       "Revenue": 1213.9,
         *       "Margin": 412.4
         *     }
         */
        readonly ProductSales: {
            readonly ImageUrl: string | null;
            /** @description Revenue without VAT, less the units at the current purchase price. Null without a purchase price. */
            readonly Margin: number | null;
            readonly MerchantProductReference: string;
            /** @description Null if the product is gone. */
            readonly Name: string | null;
            /** @description With VAT, without shipping costs, in the base currency. */
            readonly Revenue: number;
            /** @description Units that are neither cancelled nor returned. */
            readonly Units: number;
        };
        /**
         * @description The data of an event about a write of products.
         * @example {
         *       "References": [
         *         "MUG-BLUE",
         *         "MUG-RED"
         *       ],
         *       "More": 0
         *     }
         */
        readonly ProductsEventData: {
            /** @description Number of further products. */
            readonly More: number;
            /** @description MerchantProductReference of up to 100 products. */
            readonly References: readonly string[];
        };
        /**
         * @description Products that a channel cannot be offered.
         * @example {
         *       "ChannelId": 1,
         *       "Count": 3
         *     }
         */
        readonly ProductsHeldBack: {
            readonly ChannelId: number;
            readonly Count: number;
        };
        /**
         * @description A product as a channel gets it.
         * @example {
         *       "MerchantProductReference": "MUG-BLUE",
         *       "ParentMerchantReference": null,
         *       "Name": "Blue mug",
         *       "Description": "A mug of stoneware, 300 ml.",
         *       "Details": null,
         *       "Brand": "Acme",
         *       "Size": null,
         *       "Color": "blue",
         *       "Ean": "4006381333931",
         *       "ManufacturerProductNumber": null,
         *       "MSRP": null,
         *       "PurchasePrice": null,
         *       "DiscountRate": null,
         *       "VatRate": 21,
         *       "ShippingCost": null,
         *       "ShippingTime": "2 to 3 days",
         *       "Url": null,
         *       "ImageUrl": "https://example.com/mug-blue.jpg",
         *       "CategoryTrail": "Home > Kitchen > Mugs",
         *       "ExtraData": {
         *         "Material": "stoneware"
         *       },
         *       "ChannelProductReference": null
         *     }
         */
        readonly ProductView: {
            readonly Brand: string | null;
            /** @description Path of categories, such as 'Home > Kitchen > Mugs'. */
            readonly CategoryTrail: string | null;
            /** @description The channel's reference of a listed product; of one to be created, the one that the merchant wishes or the channel used before. */
            readonly ChannelProductReference: string | null;
            readonly Color: string | null;
            /** @description ISO 4217: the currency of the price. */
            readonly Currency?: string;
            /** @description Description as shown to buyers; may hold HTML. */
            readonly Description: string | null;
            /** @description Further details. */
            readonly Details: string | null;
            /** @description Discount in percent. */
            readonly DiscountRate: number | null;
            /** @description EAN, UPC or ISBN. */
            readonly Ean: string | null;
            /** @description Free data: up to 100 names with a text each. */
            readonly ExtraData: {
                readonly [key: string]: string;
            } | null;
            /**
             * Format: web-url
             * @description Main image.
             */
            readonly ImageUrl: string | null;
            readonly ManufacturerProductNumber: string | null;
            readonly MerchantProductReference: string;
            /** @description Manufacturer's suggested retail price. */
            readonly MSRP: number | null;
            /** @description Name as shown to buyers. Needed to create a product. */
            readonly Name: string | null;
            readonly ParentMerchantReference: string | null;
            /** @description Selling price, including VAT, in the base currency of the customer. */
            readonly Price?: number | null;
            readonly PurchasePrice: number | null;
            readonly ShippingCost: number | null;
            /** @description Delivery time in words, such as '2 to 3 days'. */
            readonly ShippingTime: string | null;
            readonly Size: string | null;
            /** @description The count: how many units there are, sold or not. Null counts as 0. */
            readonly Stock?: number | null;
            /**
             * Format: web-url
             * @description Page of the product.
             */
            readonly Url: string | null;
            /** @description VAT in percent. Without it the customer's default rate holds. */
            readonly VatRate: number | null;
        };
        /**
         * @description The reference that an order gets if it is acknowledged now without one.
         * @example {
         *       "OrderId": 58,
         *       "MerchantOrderReference": "shop-1001"
         *     }
         */
        readonly ProposedReference: {
            readonly MerchantOrderReference: string;
            readonly OrderId: number;
        };
        /**
         * @description How a directory provides the members of the customer.
         * @example {
         *       "Url": "https://hub.example/scim/v2",
         *       "DefaultRole": "viewer",
         *       "Roles": [
         *         {
         *           "Group": "Shop admins",
         *           "Role": "owner"
         *         }
         *       ],
         *       "Subject": null,
         *       "People": {
         *         "All": 12,
         *         "Active": 11,
         *         "Joined": 9
         *       },
         *       "Groups": [
         *         {
         *           "Id": "2819c223-7f76-453a-919d-413861904646",
         *           "DisplayName": "Shop admins",
         *           "ExternalId": null,
         *           "MemberCount": 2,
         *           "Role": "owner"
         *         }
         *       ]
         *     }
         */
        readonly Provisioning: {
            /**
             * @description The role of people whose groups give none. Null: they have no access.
             * @enum {string|null}
             */
            readonly DefaultRole: "owner" | "operator" | "viewer" | null;
            /** @description Up to 200 groups of the directory, by name. */
            readonly Groups: readonly {
                readonly DisplayName: string;
                readonly ExternalId: string | null;
                readonly Id: string;
                readonly MemberCount: number;
                /**
                 * @description The role that the group gives. Null: none.
                 * @enum {string|null}
                 */
                readonly Role: "owner" | "operator" | "viewer" | null;
            }[];
            readonly People: {
                /** @description Who may have access. */
                readonly Active: number;
                /** @description Whom the directory has sent. */
                readonly All: number;
                /** @description Who have signed in, or were members before. */
                readonly Joined: number;
            };
            /** @description Of several groups of a person, the highest role counts. */
            readonly Roles: readonly components["schemas"]["GroupRole"][];
            /** @description The provider whose subjects are the external ids of people. The operator of the hub sets it. Null: people are recognised by their address. */
            readonly Subject: {
                readonly Issuer: string;
                readonly Provider: string;
            } | null;
            /** @description The address for the directory. Null in a hub where nobody can sign in. */
            readonly Url: string | null;
        };
        /**
         * @description A call of a directory.
         * @example {
         *       "Id": 7,
         *       "CalledAt": "2026-11-21T10:00:00.000Z",
         *       "Label": "Entra",
         *       "Method": "POST",
         *       "Path": "/Users",
         *       "Status": 201,
         *       "Detail": null
         *     }
         */
        readonly ProvisioningCall: {
            /** Format: date-time */
            readonly CalledAt: string;
            /** @description Why it was refused. */
            readonly Detail: string | null;
            readonly Id: number;
            /** @description The label of the secret. */
            readonly Label: string;
            readonly Method: string;
            /** @description Below the address, with its query. */
            readonly Path: string;
            readonly Status: number;
        };
        /**
         * @description A change of how a directory provides members. What is left out stays.
         * @example {
         *       "Roles": [
         *         {
         *           "Group": "Shop admins",
         *           "Role": "owner"
         *         }
         *       ]
         *     }
         */
        readonly ProvisioningChange: {
            /**
             * @description The role of people whose groups give none. Null: they have no access.
             * @enum {string|null}
             */
            readonly DefaultRole?: "owner" | "operator" | "viewer" | null;
            /** @description Of several groups of a person, the highest role counts. */
            readonly Roles?: readonly components["schemas"]["GroupRole"][];
        };
        /**
         * @description Which roles a directory gives.
         * @example {
         *       "DefaultRole": "viewer",
         *       "Roles": [
         *         {
         *           "Group": "Shop admins",
         *           "Role": "owner"
         *         }
         *       ]
         *     }
         */
        readonly ProvisioningEventData: {
            /** @description The role of people whose groups give none. Null for no access. */
            readonly DefaultRole: string | null;
            /** @description Which groups of the directory give which roles. */
            readonly Roles: readonly {
                readonly Group: string;
                readonly Role: string;
            }[];
        };
        /**
         * @description Units of a line, named by the reference of the merchant or of the channel.
         * @example {
         *       "Quantity": 1,
         *       "MerchantOrderLineReference": "A-1-1"
         *     }
         */
        readonly QuantityLine: {
            /**
             * Format: reference
             * @description The channel's reference of the line: instead of the merchant's.
             */
            readonly ChannelOrderLineReference?: string | null;
            /**
             * Format: reference
             * @description The merchant's reference of the line.
             */
            readonly MerchantOrderLineReference?: string | null;
            /** @description Units. */
            readonly Quantity: number;
        };
        /**
         * @description The exchange rate of a currency on a day.
         * @example {
         *       "CurrencyCode": "USD",
         *       "Date": "2026-11-20",
         *       "Rate": 0.924385
         *     }
         */
        readonly RateRequest: {
            /**
             * Format: currency
             * @description ISO 4217.
             */
            readonly CurrencyCode: string;
            /**
             * Format: date
             * @description The day, in UTC.
             */
            readonly Date: string;
            /**
             * @description Units of the base currency for one unit of this currency, as a number or decimal text: up to 12 decimals and 15 significant digits.
             * @example 0.924385
             */
            readonly Rate: number | string;
        };
        /**
         * @description The exchange rate of a currency on a day.
         * @example {
         *       "CurrencyCode": "USD",
         *       "Date": "2026-11-20",
         *       "Rate": 0.924385,
         *       "Source": "OWN"
         *     }
         */
        readonly RateResponse: {
            readonly CurrencyCode: string;
            readonly Date: string;
            /** @description Units of the base currency for one unit of this currency. */
            readonly Rate: number;
            /**
             * @description 'OWN': stored with PUT /v2/rates or from a file. 'ECB': the euro reference rate of the European Central Bank, which the hub fetches.
             * @enum {string}
             */
            readonly Source: "OWN" | "ECB";
        };
        /**
         * @description What storing exchange rates has changed.
         * @example {
         *       "StoredCount": 1,
         *       "RepricedCount": 2,
         *       "IsComplete": true
         *     }
         */
        readonly RatesResult: {
            /** @description False: the hub converts further waiting orders in the background. */
            readonly IsComplete: boolean;
            /** @description Waiting orders that were converted with their rate. */
            readonly RepricedCount: number;
            /** @description Rates in the request. */
            readonly StoredCount: number;
        };
        /**
         * @description A line of the order, and the part of the refund for it.
         * @example {
         *       "RefundInclVat": 5,
         *       "MerchantOrderLineReference": "A-1-1"
         *     }
         */
        readonly RefundLine: {
            /**
             * Format: reference
             * @description The channel's reference of the line: instead of the merchant's.
             */
            readonly ChannelOrderLineReference?: string | null;
            /**
             * Format: reference
             * @description The merchant's reference of the line.
             */
            readonly MerchantOrderLineReference?: string | null;
            /** @description The part of the refund for this line. */
            readonly RefundInclVat: number;
        };
        /**
         * @description A line that the refund counts against.
         * @example {
         *       "MerchantOrderLineReference": "A-1-1",
         *       "ChannelOrderLineReference": "line-1",
         *       "RefundInclVat": 5
         *     }
         */
        readonly RefundLineResponse: {
            readonly ChannelOrderLineReference: string;
            readonly MerchantOrderLineReference: string | null;
            readonly RefundInclVat: number;
        };
        /**
         * @description A refund as webhooks send it, without CreatedBy.
         * @example {
         *       "MerchantReference": "M-1",
         *       "Id": 12,
         *       "OrderId": 42,
         *       "ChannelId": 1,
         *       "MerchantOrderReference": "A-1",
         *       "ChannelOrderReference": "shop-1001",
         *       "CurrencyCode": "EUR",
         *       "RefundInclVat": 5,
         *       "RefundExclVat": 4.13,
         *       "RefundShippingInclVat": 0,
         *       "Reason": "The box was scratched: the buyer keeps it for less.",
         *       "Lines": [
         *         {
         *           "MerchantOrderLineReference": "A-1-1",
         *           "ChannelOrderLineReference": "line-1",
         *           "RefundInclVat": 5
         *         }
         *       ],
         *       "CreatedAt": "2026-11-22T08:30:00.000Z"
         *     }
         */
        readonly RefundRecord: {
            /** @description The channel of the order. */
            readonly ChannelId: number;
            readonly ChannelOrderReference: string;
            /** Format: date-time */
            readonly CreatedAt: string;
            readonly CurrencyCode: string;
            readonly Id: number;
            readonly Lines: readonly components["schemas"]["RefundLineResponse"][];
            readonly MerchantOrderReference: string | null;
            readonly MerchantReference: string;
            readonly OrderId: number;
            readonly Reason: string;
            readonly RefundExclVat: number;
            readonly RefundInclVat: number;
            /** @description The part that refunds shipping costs. */
            readonly RefundShippingInclVat: number;
        };
        /**
         * @description A refund to create. It needs no return.
         * @example {
         *       "MerchantReference": "M-1",
         *       "MerchantOrderReference": "A-1",
         *       "RefundInclVat": 5,
         *       "Reason": "The box was scratched: the buyer keeps it for less."
         *     }
         */
        readonly RefundRequest: {
            /** @description What the refund is for; the rest of it refunds shipping costs, and with an empty list all of it. When left out, it is spread over all lines in proportion to what is left of them, and then over the shipping costs. */
            readonly Lines?: readonly components["schemas"]["RefundLine"][] | null;
            /**
             * Format: reference
             * @description The merchant's reference of the order.
             */
            readonly MerchantOrderReference: string;
            /**
             * Format: fulfilment-reference
             * @description The merchant's reference of the refund; unique, case-sensitive.
             */
            readonly MerchantReference: string;
            /**
             * Format: block
             * @description Why, in words.
             */
            readonly Reason: string;
            /** @description What the buyer gets back, in the currency of the order, with its decimals. At most what was paid and is not refunded yet. */
            readonly RefundInclVat: number;
        };
        /**
         * @description A refund without a return, in the currency in which the order was paid. CreatedBy is null for channels.
         * @example {
         *       "MerchantReference": "M-1",
         *       "Id": 12,
         *       "OrderId": 42,
         *       "ChannelId": 1,
         *       "MerchantOrderReference": "A-1",
         *       "ChannelOrderReference": "shop-1001",
         *       "CurrencyCode": "EUR",
         *       "RefundInclVat": 5,
         *       "RefundExclVat": 4.13,
         *       "RefundShippingInclVat": 0,
         *       "Reason": "The box was scratched: the buyer keeps it for less.",
         *       "Lines": [
         *         {
         *           "MerchantOrderLineReference": "A-1-1",
         *           "ChannelOrderLineReference": "line-1",
         *           "RefundInclVat": 5
         *         }
         *       ],
         *       "CreatedAt": "2026-11-22T08:30:00.000Z",
         *       "CreatedBy": {
         *         "Kind": "key",
         *         "Id": "7",
         *         "Label": "ERP",
         *         "Person": null,
         *         "Tool": null
         *       }
         *     }
         */
        readonly RefundResponse: {
            /** @description The channel of the order. */
            readonly ChannelId: number;
            readonly ChannelOrderReference: string;
            /** Format: date-time */
            readonly CreatedAt: string;
            readonly CreatedBy: components["schemas"]["Actor"] | null;
            readonly CurrencyCode: string;
            readonly Id: number;
            readonly Lines: readonly components["schemas"]["RefundLineResponse"][];
            readonly MerchantOrderReference: string | null;
            readonly MerchantReference: string;
            readonly OrderId: number;
            readonly Reason: string;
            readonly RefundExclVat: number;
            readonly RefundInclVat: number;
            /** @description The part that refunds shipping costs. */
            readonly RefundShippingInclVat: number;
        };
        /**
         * @description A call that was refused, and why.
         * @example {
         *       "Id": 12,
         *       "OccurredAt": "2026-11-21T10:00:00.000Z",
         *       "Method": "POST",
         *       "Route": "/v2/orders",
         *       "Path": "/v2/orders",
         *       "Status": 400,
         *       "Code": "MARKET_INVALID_INPUT",
         *       "Detail": "/Lines/0/Quantity must be at least 1.",
         *       "Errors": [
         *         {
         *           "Path": "/Lines/0/Quantity",
         *           "Message": "must be at least 1"
         *         }
         *       ],
         *       "ErrorCount": 1,
         *       "Actor": {
         *         "Kind": "key",
         *         "Id": "3",
         *         "Label": "ERP",
         *         "Person": null,
         *         "Tool": null
         *       },
         *       "RequestId": "0123456789abcdef"
         *     }
         */
        readonly RefusedCall: {
            readonly Actor: components["schemas"]["Actor"];
            /** @description The code of the problem document. */
            readonly Code: string;
            /** @description `detail` of the problem document, at most 1,000 characters. Secrets are replaced by `[redacted]`. */
            readonly Detail: string | null;
            /** @description How many `errors` the problem document had. */
            readonly ErrorCount: number;
            /** @description The first 20 of `errors` of the problem document, without secrets. */
            readonly Errors: readonly components["schemas"]["RefusedIssue"][] | null;
            readonly Id: number;
            readonly Method: string;
            /** Format: date-time */
            readonly OccurredAt: string;
            /** @description The path that was called, without its query. Null for calls that an earlier version of the hub has refused, as `Detail` and `Errors`. */
            readonly Path: string | null;
            /** @description The Request-Id of the answer. */
            readonly RequestId: string;
            /** @description The path with placeholders: `/v2/orders/:reference`. */
            readonly Route: string;
            /** @description The HTTP status, from 400 to 499. */
            readonly Status: number;
        };
        /**
         * @description One thing that was wrong with the input of a refused call.
         * @example {
         *       "Path": "/Lines/0/Quantity",
         *       "Message": "must be at least 1"
         *     }
         */
        readonly RefusedIssue: {
            readonly Message: string;
            /** @description JSON pointer into the body or the parameters; empty for the whole body. */
            readonly Path: string;
        };
        /**
         * @description A reference that was not applied, and why.
         * @example {
         *       "List": "Updated",
         *       "Reference": "shop-mug-red",
         *       "Code": "MARKET_NOT_FOUND",
         *       "Detail": "The channel has no product \"shop-mug-red\"."
         *     }
         */
        readonly Rejection: {
            readonly Code: string;
            readonly Detail: string;
            /** @enum {string} */
            readonly List: "Created" | "Updated" | "Removed" | "Failed" | "Offers";
            /** @description Of Created and Failed the merchant's reference, else the channel's; of a longer one the first 250 characters. */
            readonly Reference: string | null;
        };
        /**
         * @description An action on a return, and whether the caller may do it now.
         * @example {
         *       "Name": "decide",
         *       "IsAllowed": false,
         *       "Reason": {
         *         "Code": "MARKET_RETURN_DECIDED",
         *         "Message": "The return is ACCEPTED: all of its units are already decided, and decisions cannot be changed. Create another return for further units."
         *       }
         *     }
         */
        readonly ReturnAction: {
            /** @description Whether the caller may do it now. */
            readonly IsAllowed: boolean;
            /**
             * @description The action.
             * @enum {string}
             */
            readonly Name: "decide";
            /** @description Why the action is not allowed. Null if it is. */
            readonly Reason: {
                /** @description The code with which the call would be refused. */
                readonly Code: string;
                /** @description What prevents the action, and what to do. */
                readonly Message: string;
            } | null;
        };
        /**
         * @description The decision of the merchant on a return, as a whole or line by line. Values that are left out stay.
         * @example {
         *       "Lines": [
         *         {
         *           "MerchantOrderLineReference": "A-1-1",
         *           "AcceptedQuantity": 1,
         *           "RejectedQuantity": 0
         *         }
         *       ]
         *     }
         */
        readonly ReturnDecision: {
            readonly Lines?: readonly components["schemas"]["ReturnLineDecision"][];
            /**
             * Format: block
             * @description Comment of the merchant.
             */
            readonly MerchantComment?: string | null;
            /**
             * @description Why it comes back.
             * @enum {string|null}
             */
            readonly Reason?: "PRODUCT_DEFECT" | "PRODUCT_UNSATISFACTORY" | "REFUSED" | "REFUSED_DAMAGED" | "WRONG_ADDRESS" | "NOT_COLLECTED" | "OTHER" | null;
            /** @description The same without VAT. */
            readonly RefundExclVat?: number | null;
            /** @description Of the whole: what exceeds the lines refunds shipping costs. */
            readonly RefundInclVat?: number | null;
            /** @description Whether accepted units are for sale again, if the hub keeps the stock. Null: as in the settings of the merchant. */
            readonly Restock?: boolean | null;
            /**
             * @description ACCEPTED and REJECTED decide so on all units of which the lines do not say otherwise.
             * @enum {string|null}
             */
            readonly Status?: "ON_THE_WAY" | "ACCEPTED" | "REJECTED" | null;
        };
        /**
         * @description Units of a line that come back, with the decision if there is one.
         * @example {
         *       "Quantity": 1,
         *       "MerchantOrderLineReference": "A-1-1",
         *       "AcceptedQuantity": 1,
         *       "RejectedQuantity": 0
         *     }
         */
        readonly ReturnLine: {
            /** @description Units that the merchant accepts. */
            readonly AcceptedQuantity?: number | null;
            /**
             * Format: reference
             * @description The channel's reference of the line: instead of the merchant's.
             */
            readonly ChannelOrderLineReference?: string | null;
            /** @description The same without VAT. */
            readonly ManualRefundExclVat?: number | null;
            /** @description What is refunded instead of it. */
            readonly ManualRefundInclVat?: number | null;
            /**
             * Format: reference
             * @description The merchant's reference of the line.
             */
            readonly MerchantOrderLineReference?: string | null;
            /** @description Units. */
            readonly Quantity: number;
            /** @description The same without VAT. */
            readonly RefundExclVat?: number | null;
            /** @description What is refunded; unit price x accepted units when left out. */
            readonly RefundInclVat?: number | null;
            /** @description Units that the merchant rejects. */
            readonly RejectedQuantity?: number | null;
        };
        /**
         * @description The decision on the units of a line.
         * @example {
         *       "MerchantOrderLineReference": "A-1-1",
         *       "AcceptedQuantity": 1,
         *       "RejectedQuantity": 0
         *     }
         */
        readonly ReturnLineDecision: {
            /** @description Units that the merchant accepts. */
            readonly AcceptedQuantity?: number | null;
            /**
             * Format: reference
             * @description The channel's reference of the line: instead of the merchant's.
             */
            readonly ChannelOrderLineReference?: string | null;
            /** @description The same without VAT. */
            readonly ManualRefundExclVat?: number | null;
            /** @description What is refunded instead of it. */
            readonly ManualRefundInclVat?: number | null;
            /**
             * Format: reference
             * @description The merchant's reference of the line.
             */
            readonly MerchantOrderLineReference?: string | null;
            /** @description The same without VAT. */
            readonly RefundExclVat?: number | null;
            /** @description What is refunded; unit price x accepted units when left out. */
            readonly RefundInclVat?: number | null;
            /** @description Units that the merchant rejects. */
            readonly RejectedQuantity?: number | null;
        };
        /**
         * @description Units of a line that come back, with the decision on them.
         * @example {
         *       "MerchantOrderLineReference": "A-1-1",
         *       "ChannelOrderLineReference": "line-1",
         *       "Quantity": 1,
         *       "MerchantProductReference": "MUG-BLUE",
         *       "AcceptedQuantity": 1,
         *       "RejectedQuantity": 0,
         *       "RefundInclVat": 12.5,
         *       "RefundExclVat": 10.33,
         *       "ManualRefundInclVat": null,
         *       "ManualRefundExclVat": null
         *     }
         */
        readonly ReturnLineResponse: {
            readonly AcceptedQuantity: number;
            readonly ChannelOrderLineReference: string;
            readonly ManualRefundExclVat: number | null;
            readonly ManualRefundInclVat: number | null;
            readonly MerchantOrderLineReference: string | null;
            /** @description The product that comes back. */
            readonly MerchantProductReference: string;
            readonly Quantity: number;
            readonly RefundExclVat: number;
            readonly RefundInclVat: number;
            readonly RejectedQuantity: number;
        };
        /**
         * @description A return as webhooks send it, without Actions.
         * @example {
         *       "MerchantReturnReference": "R-1",
         *       "ChannelReturnReference": null,
         *       "Id": 12,
         *       "OrderId": 42,
         *       "ChannelId": 1,
         *       "MerchantOrderReference": "A-1",
         *       "ChannelOrderReference": "shop-1001",
         *       "Status": "ACCEPTED",
         *       "Reason": "PRODUCT_DEFECT",
         *       "CustomerComment": null,
         *       "MerchantComment": null,
         *       "Restock": null,
         *       "CurrencyCode": "EUR",
         *       "RefundInclVat": 12.5,
         *       "RefundExclVat": 10.33,
         *       "Lines": [
         *         {
         *           "MerchantOrderLineReference": "A-1-1",
         *           "ChannelOrderLineReference": "line-1",
         *           "Quantity": 1,
         *           "MerchantProductReference": "MUG-BLUE",
         *           "AcceptedQuantity": 1,
         *           "RejectedQuantity": 0,
         *           "RefundInclVat": 12.5,
         *           "RefundExclVat": 10.33,
         *           "ManualRefundInclVat": null,
         *           "ManualRefundExclVat": null
         *         }
         *       ],
         *       "CreatedAt": "2026-11-22T08:30:00.000Z",
         *       "UpdatedAt": "2026-11-22T08:30:00.000Z"
         *     }
         */
        readonly ReturnRecord: {
            /** @description The channel of the order. */
            readonly ChannelId: number;
            readonly ChannelOrderReference: string;
            readonly ChannelReturnReference: string | null;
            /** Format: date-time */
            readonly CreatedAt: string;
            readonly CurrencyCode: string;
            /** @description Comment of the customer. */
            readonly CustomerComment: string | null;
            readonly Id: number;
            readonly Lines: readonly components["schemas"]["ReturnLineResponse"][];
            /** @description Comment of the merchant. */
            readonly MerchantComment: string | null;
            readonly MerchantOrderReference: string | null;
            readonly MerchantReturnReference: string;
            readonly OrderId: number;
            /**
             * @description Why it comes back.
             * @enum {string|null}
             */
            readonly Reason: "PRODUCT_DEFECT" | "PRODUCT_UNSATISFACTORY" | "REFUSED" | "REFUSED_DAMAGED" | "WRONG_ADDRESS" | "NOT_COLLECTED" | "OTHER" | null;
            readonly RefundExclVat: number;
            readonly RefundInclVat: number;
            /** @description Whether accepted units are for sale again, if the hub keeps the stock. Null: as in the settings of the merchant. */
            readonly Restock: boolean | null;
            /**
             * @description Of the units together.
             * @enum {string}
             */
            readonly Status: "ON_THE_WAY" | "ACCEPTED" | "REJECTED";
            /** Format: date-time */
            readonly UpdatedAt: string;
        };
        /**
         * @description A return as the merchant creates it.
         * @example {
         *       "MerchantReturnReference": "R-1",
         *       "MerchantOrderReference": "A-1",
         *       "Lines": [
         *         {
         *           "Quantity": 1,
         *           "MerchantOrderLineReference": "A-1-1"
         *         }
         *       ],
         *       "Status": "ACCEPTED",
         *       "Reason": "PRODUCT_DEFECT"
         *     }
         */
        readonly ReturnRequest: {
            /**
             * Format: reference
             * @description The channel's reference of the order.
             */
            readonly ChannelOrderReference?: string | null;
            /**
             * Format: reference
             * @description The channel's reference of the return; unique per channel.
             */
            readonly ChannelReturnReference?: string | null;
            /**
             * Format: block
             * @description Comment of the customer.
             */
            readonly CustomerComment?: string | null;
            readonly Lines: readonly components["schemas"]["ReturnLine"][];
            /**
             * Format: block
             * @description Comment of the merchant.
             */
            readonly MerchantComment?: string | null;
            /**
             * Format: reference
             * @description The merchant's reference of the order.
             */
            readonly MerchantOrderReference: string;
            /**
             * Format: fulfilment-reference
             * @description The merchant's reference of the return; unique, case-sensitive.
             */
            readonly MerchantReturnReference: string;
            /**
             * @description Why it comes back.
             * @enum {string|null}
             */
            readonly Reason?: "PRODUCT_DEFECT" | "PRODUCT_UNSATISFACTORY" | "REFUSED" | "REFUSED_DAMAGED" | "WRONG_ADDRESS" | "NOT_COLLECTED" | "OTHER" | null;
            /** @description The same without VAT. */
            readonly RefundExclVat?: number | null;
            /** @description Of the whole: what exceeds the lines refunds shipping costs. */
            readonly RefundInclVat?: number | null;
            /** @description Whether accepted units are for sale again, if the hub keeps the stock. Null: as in the settings of the merchant. */
            readonly Restock?: boolean | null;
            /**
             * @description ACCEPTED and REJECTED decide so on all units of which the lines do not say otherwise.
             * @enum {string|null}
             */
            readonly Status?: "ON_THE_WAY" | "ACCEPTED" | "REJECTED" | null;
        };
        /**
         * @description A return. Amounts are in the currency in which the order was paid.
         * @example {
         *       "MerchantReturnReference": "R-1",
         *       "ChannelReturnReference": null,
         *       "Id": 12,
         *       "OrderId": 42,
         *       "ChannelId": 1,
         *       "MerchantOrderReference": "A-1",
         *       "ChannelOrderReference": "shop-1001",
         *       "Status": "ACCEPTED",
         *       "Reason": "PRODUCT_DEFECT",
         *       "CustomerComment": null,
         *       "MerchantComment": null,
         *       "Restock": null,
         *       "CurrencyCode": "EUR",
         *       "RefundInclVat": 12.5,
         *       "RefundExclVat": 10.33,
         *       "Lines": [
         *         {
         *           "MerchantOrderLineReference": "A-1-1",
         *           "ChannelOrderLineReference": "line-1",
         *           "Quantity": 1,
         *           "MerchantProductReference": "MUG-BLUE",
         *           "AcceptedQuantity": 1,
         *           "RejectedQuantity": 0,
         *           "RefundInclVat": 12.5,
         *           "RefundExclVat": 10.33,
         *           "ManualRefundInclVat": null,
         *           "ManualRefundExclVat": null
         *         }
         *       ],
         *       "CreatedAt": "2026-11-22T08:30:00.000Z",
         *       "UpdatedAt": "2026-11-22T08:30:00.000Z",
         *       "Actions": [
         *         {
         *           "Name": "decide",
         *           "IsAllowed": false,
         *           "Reason": {
         *             "Code": "MARKET_RETURN_DECIDED",
         *             "Message": "The return is ACCEPTED: all of its units are already decided, and decisions cannot be changed. Create another return for further units."
         *           }
         *         }
         *       ]
         *     }
         */
        readonly ReturnResponse: {
            /** @description What the caller may do with the record at the moment of the answer: the actions that its kind of key has a call for, without those that would change nothing. */
            readonly Actions: readonly components["schemas"]["ReturnAction"][];
            /** @description The channel of the order. */
            readonly ChannelId: number;
            readonly ChannelOrderReference: string;
            readonly ChannelReturnReference: string | null;
            /** Format: date-time */
            readonly CreatedAt: string;
            readonly CurrencyCode: string;
            /** @description Comment of the customer. */
            readonly CustomerComment: string | null;
            readonly Id: number;
            readonly Lines: readonly components["schemas"]["ReturnLineResponse"][];
            /** @description Comment of the merchant. */
            readonly MerchantComment: string | null;
            readonly MerchantOrderReference: string | null;
            readonly MerchantReturnReference: string;
            readonly OrderId: number;
            /**
             * @description Why it comes back.
             * @enum {string|null}
             */
            readonly Reason: "PRODUCT_DEFECT" | "PRODUCT_UNSATISFACTORY" | "REFUSED" | "REFUSED_DAMAGED" | "WRONG_ADDRESS" | "NOT_COLLECTED" | "OTHER" | null;
            readonly RefundExclVat: number;
            readonly RefundInclVat: number;
            /** @description Whether accepted units are for sale again, if the hub keeps the stock. Null: as in the settings of the merchant. */
            readonly Restock: boolean | null;
            /**
             * @description Of the units together.
             * @enum {string}
             */
            readonly Status: "ON_THE_WAY" | "ACCEPTED" | "REJECTED";
            /** Format: date-time */
            readonly UpdatedAt: string;
        };
        /**
         * @description The sales of the last days, and of as many days before.
         * @example {
         *       "At": "2026-11-22T08:30:00.000Z",
         *       "TimeZone": "Europe/Amsterdam",
         *       "FirstDay": "2026-10-24",
         *       "LastDay": "2026-11-22",
         *       "Total": {
         *         "OrderCount": 240,
         *         "Revenue": 8915.2,
         *         "SoldCount": 231,
         *         "AverageOrder": 38.59
         *       },
         *       "Before": {
         *         "OrderCount": 210,
         *         "Revenue": 7802.5,
         *         "SoldCount": 204,
         *         "AverageOrder": 38.25
         *       },
         *       "Days": [
         *         {
         *           "Date": "2026-11-21",
         *           "ChannelId": 1,
         *           "OrderCount": 25,
         *           "Revenue": 901.5
         *         }
         *       ],
         *       "Products": [
         *         {
         *           "MerchantProductReference": "CAP",
         *           "Name": "Cap",
         *           "ImageUrl": null,
         *           "Units": 61,
         *           "Revenue": 1213.9,
         *           "Margin": 412.4
         *         }
         *       ],
         *       "Margin": {
         *         "Amount": 2310.75,
         *         "Revenue": 5893.1,
         *         "KnownPercent": 82.4
         *       },
         *       "UnitsReturned": 9,
         *       "IsComplete": true
         *     }
         */
        readonly Sales: {
            /** Format: date-time */
            readonly At: string;
            readonly Before: components["schemas"]["SalesBefore"];
            /** @description Oldest first, without days and channels that have no orders. */
            readonly Days: readonly components["schemas"]["DaySales"][];
            /** @description The first day of the period. */
            readonly FirstDay: string;
            /** @description False if there are more than 200,000 orders in both periods: the newest are counted. */
            readonly IsComplete: boolean;
            /** @description Today. */
            readonly LastDay: string;
            /** @description Null if no product has a purchase price, and without the scope products:read. */
            readonly Margin: components["schemas"]["SalesMargin"] | null;
            /** @description The 10 products with the most revenue. Null without the scope products:read. */
            readonly Products: readonly components["schemas"]["ProductSales"][] | null;
            /** @description In which the days are counted: that of the merchant. */
            readonly TimeZone: string;
            readonly Total: components["schemas"]["SalesTotal"];
            /** @description Units of the returns that were created in the period. Null without the scope fulfilment:read. */
            readonly UnitsReturned: number | null;
        };
        /**
         * @description The same number of days before, up to the same time of the day.
         * @example {
         *       "OrderCount": 210,
         *       "Revenue": 7802.5,
         *       "SoldCount": 204,
         *       "AverageOrder": 38.25
         *     }
         */
        readonly SalesBefore: {
            /** @description Revenue by order with revenue. Null without such an order. */
            readonly AverageOrder: number | null;
            /** @description Orders that were stored in this time. */
            readonly OrderCount: number;
            /** @description With VAT and shipping costs, in the base currency: what can be sold and is neither cancelled nor refunded. Orders that wait for a correction or for an exchange rate have none. */
            readonly Revenue: number;
            /** @description Orders with revenue. */
            readonly SoldCount: number;
        };
        /**
         * @description The sales of today, and of the same weekday of the week before.
         * @example {
         *       "Today": {
         *         "Date": "2026-11-22",
         *         "OrderCount": 14,
         *         "Revenue": 512.4
         *       },
         *       "WeekBefore": {
         *         "Date": "2026-11-15",
         *         "OrderCount": 11,
         *         "Revenue": 430.95
         *       }
         *     }
         */
        readonly SalesComparison: {
            readonly Today: components["schemas"]["SalesToday"];
            readonly WeekBefore: components["schemas"]["SalesWeekBefore"];
        };
        /**
         * @description The margin, as far as it is known.
         * @example {
         *       "Amount": 2310.75,
         *       "Revenue": 5893.1,
         *       "KnownPercent": 82.4
         *     }
         */
        readonly SalesMargin: {
            /** @description Revenue of goods without VAT, less their units at current purchase prices. */
            readonly Amount: number;
            /** @description The part of the revenue of goods without VAT for which the margin is known. */
            readonly KnownPercent: number;
            /** @description The revenue without VAT of products with a purchase price, of which it is the margin. */
            readonly Revenue: number;
        };
        /**
         * @description The sales of today until now.
         * @example {
         *       "Date": "2026-11-22",
         *       "OrderCount": 14,
         *       "Revenue": 512.4
         *     }
         */
        readonly SalesToday: {
            readonly Date: string;
            /** @description Orders that were stored in this time. */
            readonly OrderCount: number;
            /** @description With VAT and shipping costs, in the base currency: what can be sold and is neither cancelled nor refunded. Orders that wait for a correction or for an exchange rate have none. */
            readonly Revenue: number;
        };
        /**
         * @description The sales of a period.
         * @example {
         *       "OrderCount": 240,
         *       "Revenue": 8915.2,
         *       "SoldCount": 231,
         *       "AverageOrder": 38.59
         *     }
         */
        readonly SalesTotal: {
            /** @description Revenue by order with revenue. Null without such an order. */
            readonly AverageOrder: number | null;
            /** @description Orders that were stored in this time. */
            readonly OrderCount: number;
            /** @description With VAT and shipping costs, in the base currency: what can be sold and is neither cancelled nor refunded. Orders that wait for a correction or for an exchange rate have none. */
            readonly Revenue: number;
            /** @description Orders with revenue. */
            readonly SoldCount: number;
        };
        /**
         * @description The same weekday of the week before, up to the same time of the day.
         * @example {
         *       "Date": "2026-11-15",
         *       "OrderCount": 11,
         *       "Revenue": 430.95
         *     }
         */
        readonly SalesWeekBefore: {
            readonly Date: string;
            /** @description Orders that were stored in this time. */
            readonly OrderCount: number;
            /** @description With VAT and shipping costs, in the base currency: what can be sold and is neither cancelled nor refunded. Orders that wait for a correction or for an exchange rate have none. */
            readonly Revenue: number;
        };
        /**
         * @description The value by which an order was found.
         * @example {
         *       "Field": "city",
         *       "Value": "Utrecht"
         *     }
         */
        readonly SearchMatch: {
            /**
             * @description In which value of the order the text was found.
             * @enum {string}
             */
            readonly Field: "id" | "merchantReference" | "channelReference" | "name" | "company" | "email" | "product" | "city" | "zipCode" | "trackingNumber";
            /** @description The value. */
            readonly Value: string;
        };
        /**
         * @description What was found, at most 20 of each kind.
         * @example {
         *       "Orders": [
         *         {
         *           "Id": 7,
         *           "MerchantReference": "A-1",
         *           "ChannelReference": "shop-1001",
         *           "ChannelId": 1,
         *           "Status": "IN_PROGRESS",
         *           "Email": "ann@example.com",
         *           "Name": "Ann Archer",
         *           "OrderDate": "2026-11-21T09:00:00.000Z",
         *           "Match": {
         *             "Field": "city",
         *             "Value": "Utrecht"
         *           }
         *         }
         *       ],
         *       "Products": [
         *         {
         *           "MerchantProductReference": "CAP",
         *           "Name": "Cap",
         *           "Ean": "4006381333931",
         *           "IsActive": true
         *         }
         *       ],
         *       "Channels": [
         *         {
         *           "Id": 1,
         *           "Name": "Web shop",
         *           "IsActive": true
         *         }
         *       ]
         *     }
         */
        readonly SearchResult: {
            /** @description Null without the scope channels:read. */
            readonly Channels: readonly components["schemas"]["FoundChannel"][] | null;
            /** @description Null without the scope orders:read. */
            readonly Orders: readonly components["schemas"]["FoundOrder"][] | null;
            /** @description Null without the scope products:read. */
            readonly Products: readonly components["schemas"]["FoundProduct"][] | null;
        };
        /**
         * @description The products that a channel gets: those that match every given list. A product matches a list if it matches one of its entries.
         * @example {
         *       "Brands": [
         *         "Acme"
         *       ],
         *       "Categories": [
         *         "Home > Kitchen"
         *       ]
         *     }
         */
        readonly Selection: {
            /** @description Brands, spelt as in the products. */
            readonly Brands?: readonly string[];
            /** @description Category trails such as 'Home > Kitchen', each with all that is below it. */
            readonly Categories?: readonly string[];
            /** @description References of products. The reference of a parent includes its children. */
            readonly Products?: readonly string[];
        };
        /**
         * @description The products that a channel gets.
         * @example {
         *       "Brands": [
         *         "Acme"
         *       ],
         *       "Categories": [
         *         "Home > Kitchen"
         *       ]
         *     }
         */
        readonly SelectionResponse: {
            /** @description Brands, spelt as in the products. */
            readonly Brands?: readonly string[];
            /** @description Category trails such as 'Home > Kitchen', each with all that is below it. */
            readonly Categories?: readonly string[];
            /** @description References of products. The reference of a parent includes its children. */
            readonly Products?: readonly string[];
        };
        /**
         * @description Where a person is signed in.
         * @example {
         *       "Id": "0123456789abcdef",
         *       "Browser": "Chrome on Windows",
         *       "CreatedAt": "2026-11-21T08:00:00.000Z",
         *       "ExpiresAt": "2026-11-28T08:00:00.000Z",
         *       "IsCurrent": true
         *     }
         */
        readonly Session: {
            /** @description The browser and its device or system at the sign-in, such as `Chrome on Windows`, as the browser named itself. Null if unknown. */
            readonly Browser: string | null;
            /**
             * Format: date-time
             * @description When the person signed in.
             */
            readonly CreatedAt: string;
            /**
             * Format: date-time
             * @description When it ends if it is not used until then.
             */
            readonly ExpiresAt: string;
            /** @description Names the session, but does not open it. */
            readonly Id: string;
            /** @description Whether this request was made with it. */
            readonly IsCurrent: boolean;
        };
        /**
         * @description An action on a shipment, and whether the caller may do it now.
         * @example {
         *       "Name": "change",
         *       "IsAllowed": true,
         *       "Reason": null
         *     }
         */
        readonly ShipmentAction: {
            /** @description Whether the caller may do it now. */
            readonly IsAllowed: boolean;
            /**
             * @description The action.
             * @enum {string}
             */
            readonly Name: "change" | "void";
            /** @description Why the action is not allowed. Null if it is. */
            readonly Reason: {
                /** @description The code with which the call would be refused. */
                readonly Code: string;
                /** @description What prevents the action, and what to do. */
                readonly Message: string;
            } | null;
        };
        /**
         * @description Shipments to create in one call.
         * @example {
         *       "Shipments": [
         *         {
         *           "MerchantShipmentReference": "S-1",
         *           "MerchantOrderReference": "A-1",
         *           "TrackTraceNo": "3SABC1234567890",
         *           "TrackTraceUrl": "https://example.com/track/3SABC1234567890",
         *           "Method": "Parcel"
         *         },
         *         {
         *           "MerchantShipmentReference": "S-2",
         *           "MerchantOrderReference": "A-2",
         *           "Lines": [
         *             {
         *               "MerchantOrderLineReference": "A-1-1",
         *               "Quantity": 1
         *             }
         *           ]
         *         }
         *       ]
         *     }
         */
        readonly ShipmentBatch: {
            readonly Shipments: readonly components["schemas"]["ShipmentRequest"][];
        };
        /**
         * @description The tracking of a shipment to change. Values that are left out stay.
         * @example {
         *       "Parcels": [
         *         {
         *           "TrackTraceNo": "3SABC1234567890",
         *           "TrackTraceUrl": "https://example.com/track/3SABC1234567890",
         *           "Method": "Parcel"
         *         },
         *         {
         *           "TrackTraceNo": "3SABC1234567891",
         *           "TrackTraceUrl": null,
         *           "Method": "Parcel"
         *         }
         *       ]
         *     }
         */
        readonly ShipmentChange: {
            /**
             * Format: line
             * @description How it is sent, such as the carrier.
             */
            readonly Method?: string | null;
            /** @description All parcels of the shipment. The tracking of the shipment is that of the first. */
            readonly Parcels?: readonly components["schemas"]["Parcel"][] | null;
            readonly ShipmentMethod?: components["schemas"]["ShipmentMethod"] | null;
            /** @description Id of the method. */
            readonly ShipmentMethodId?: number | null;
            /** Format: line */
            readonly TrackTraceNo?: string | null;
            /** Format: web-url */
            readonly TrackTraceUrl?: string | null;
        };
        /**
         * @description A line that is shipped. Without Quantity, all its open units are.
         * @example {
         *       "MerchantOrderLineReference": "A-1-1",
         *       "Quantity": 1
         *     }
         */
        readonly ShipmentLine: {
            /**
             * Format: reference
             * @description The channel's reference of the line: instead of the merchant's.
             */
            readonly ChannelOrderLineReference?: string | null;
            /**
             * Format: reference
             * @description The merchant's reference of the line.
             */
            readonly MerchantOrderLineReference?: string | null;
            /** @description Units. */
            readonly Quantity?: number | null;
        };
        /**
         * @description A way to ship.
         * @example {
         *       "Id": 4,
         *       "Name": "Parcel"
         *     }
         */
        readonly ShipmentMethod: {
            /** Format: line */
            readonly ExpectedShippingTime?: string | null;
            /** @description Id of the method. */
            readonly Id?: number | null;
            /** Format: line */
            readonly Name?: string | null;
            /** Format: line */
            readonly TrackTraceLink?: string | null;
        };
        /**
         * @description A way to ship.
         * @example {
         *       "Id": 4,
         *       "Name": "Parcel",
         *       "TrackTraceLink": null,
         *       "ExpectedShippingTime": null
         *     }
         */
        readonly ShipmentMethodResponse: {
            readonly ExpectedShippingTime: string | null;
            /** @description Id of the method. */
            readonly Id: number | null;
            readonly Name: string | null;
            readonly TrackTraceLink: string | null;
        };
        /**
         * @description What became of one shipment of a batch.
         * @example {
         *       "MerchantShipmentReference": "S-1",
         *       "MerchantOrderReference": "A-1",
         *       "OrderId": 42,
         *       "Units": 2,
         *       "Outcome": "done",
         *       "Code": null,
         *       "Detail": null,
         *       "Errors": []
         *     }
         */
        readonly ShipmentOutcome: {
            /** @description Of the refusal: as the call for one answers it. */
            readonly Code: string | null;
            /** @description Why it was refused, and what to change. */
            readonly Detail: string | null;
            /** @description The issues of the refusal, by JSON pointers into the item. */
            readonly Errors: readonly components["schemas"]["BatchIssue"][];
            readonly MerchantOrderReference: string;
            readonly MerchantShipmentReference: string;
            readonly OrderId: number | null;
            /**
             * @description 'done', also if an earlier call did the same.
             * @enum {string}
             */
            readonly Outcome: "done" | "refused";
            /** @description The units that it contains. */
            readonly Units: number;
        };
        /**
         * @description A shipment as webhooks send it, without Actions.
         * @example {
         *       "MerchantShipmentReference": "S-1",
         *       "Id": 12,
         *       "OrderId": 42,
         *       "ChannelId": 1,
         *       "MerchantOrderReference": "A-1",
         *       "ChannelOrderReference": "shop-1001",
         *       "Status": "SHIPPED",
         *       "TrackTraceNo": "3SABC1234567890",
         *       "TrackTraceUrl": "https://example.com/track/3SABC1234567890",
         *       "Method": "Parcel",
         *       "ShipmentMethod": {
         *         "Id": 4,
         *         "Name": "Parcel",
         *         "TrackTraceLink": null,
         *         "ExpectedShippingTime": null
         *       },
         *       "ShipmentMethodId": 4,
         *       "Parcels": [
         *         {
         *           "TrackTraceNo": "3SABC1234567890",
         *           "TrackTraceUrl": "https://example.com/track/3SABC1234567890",
         *           "Method": "Parcel",
         *           "TrackingPage": "https://example.com/track/3SABC1234567890",
         *           "Lines": [
         *             {
         *               "MerchantOrderLineReference": "A-1-1",
         *               "ChannelOrderLineReference": "line-1",
         *               "Quantity": 1
         *             }
         *           ]
         *         },
         *         {
         *           "TrackTraceNo": "3SABC1234567891",
         *           "TrackTraceUrl": null,
         *           "Method": "Parcel",
         *           "TrackingPage": null,
         *           "Lines": [
         *             {
         *               "MerchantOrderLineReference": "A-1-1",
         *               "ChannelOrderLineReference": "line-1",
         *               "Quantity": 1
         *             }
         *           ]
         *         }
         *       ],
         *       "Lines": [
         *         {
         *           "MerchantOrderLineReference": "A-1-1",
         *           "ChannelOrderLineReference": "line-1",
         *           "Quantity": 1
         *         }
         *       ],
         *       "VoidedAt": null,
         *       "CreatedAt": "2026-11-22T08:30:00.000Z",
         *       "UpdatedAt": "2026-11-22T08:30:00.000Z"
         *     }
         */
        readonly ShipmentRecord: {
            /** @description The channel of the order. */
            readonly ChannelId: number;
            readonly ChannelOrderReference: string;
            /** Format: date-time */
            readonly CreatedAt: string;
            readonly Id: number;
            readonly Lines: readonly components["schemas"]["LineResponse"][];
            readonly MerchantOrderReference: string | null;
            readonly MerchantShipmentReference: string;
            /** @description How it is sent, such as the carrier. */
            readonly Method: string | null;
            readonly OrderId: number;
            readonly Parcels: readonly components["schemas"]["ParcelResponse"][];
            readonly ShipmentMethod: components["schemas"]["ShipmentMethodResponse"] | null;
            /** @description Id of the method. */
            readonly ShipmentMethodId: number | null;
            /**
             * @description VOIDED: its units are open again.
             * @enum {string}
             */
            readonly Status: "SHIPPED" | "VOIDED";
            readonly TrackTraceNo: string | null;
            /** Format: web-url */
            readonly TrackTraceUrl: string | null;
            /** Format: date-time */
            readonly UpdatedAt: string;
            /** Format: date-time */
            readonly VoidedAt: string | null;
        };
        /**
         * @description A shipment to create.
         * @example {
         *       "MerchantShipmentReference": "S-1",
         *       "MerchantOrderReference": "A-1",
         *       "TrackTraceNo": "3SABC1234567890",
         *       "TrackTraceUrl": "https://example.com/track/3SABC1234567890",
         *       "Method": "Parcel",
         *       "Lines": [
         *         {
         *           "MerchantOrderLineReference": "A-1-1",
         *           "Quantity": 1
         *         }
         *       ]
         *     }
         */
        readonly ShipmentRequest: {
            /**
             * Format: reference
             * @description The channel's reference of the order.
             */
            readonly ChannelOrderReference?: string | null;
            /** @description When left out: all open units of the order. */
            readonly Lines?: readonly components["schemas"]["ShipmentLine"][];
            /**
             * Format: reference
             * @description The merchant's reference of the order.
             */
            readonly MerchantOrderReference: string;
            /**
             * Format: fulfilment-reference
             * @description The merchant's reference of the shipment; unique, case-sensitive.
             */
            readonly MerchantShipmentReference: string;
            /**
             * Format: line
             * @description How it is sent, such as the carrier.
             */
            readonly Method?: string | null;
            /** @description All parcels of the shipment. The tracking of the shipment is that of the first. */
            readonly Parcels?: readonly components["schemas"]["Parcel"][] | null;
            readonly ShipmentMethod?: components["schemas"]["ShipmentMethod"] | null;
            /** @description Id of the method. */
            readonly ShipmentMethodId?: number | null;
            /** Format: line */
            readonly TrackTraceNo?: string | null;
            /** Format: web-url */
            readonly TrackTraceUrl?: string | null;
        };
        /**
         * @description A shipment. Its own tracking is that of its first parcel. A shipment that is VOIDED does not count.
         * @example {
         *       "MerchantShipmentReference": "S-1",
         *       "Id": 12,
         *       "OrderId": 42,
         *       "ChannelId": 1,
         *       "MerchantOrderReference": "A-1",
         *       "ChannelOrderReference": "shop-1001",
         *       "Status": "SHIPPED",
         *       "TrackTraceNo": "3SABC1234567890",
         *       "TrackTraceUrl": "https://example.com/track/3SABC1234567890",
         *       "Method": "Parcel",
         *       "ShipmentMethod": {
         *         "Id": 4,
         *         "Name": "Parcel",
         *         "TrackTraceLink": null,
         *         "ExpectedShippingTime": null
         *       },
         *       "ShipmentMethodId": 4,
         *       "Parcels": [
         *         {
         *           "TrackTraceNo": "3SABC1234567890",
         *           "TrackTraceUrl": "https://example.com/track/3SABC1234567890",
         *           "Method": "Parcel",
         *           "TrackingPage": "https://example.com/track/3SABC1234567890",
         *           "Lines": [
         *             {
         *               "MerchantOrderLineReference": "A-1-1",
         *               "ChannelOrderLineReference": "line-1",
         *               "Quantity": 1
         *             }
         *           ]
         *         },
         *         {
         *           "TrackTraceNo": "3SABC1234567891",
         *           "TrackTraceUrl": null,
         *           "Method": "Parcel",
         *           "TrackingPage": null,
         *           "Lines": [
         *             {
         *               "MerchantOrderLineReference": "A-1-1",
         *               "ChannelOrderLineReference": "line-1",
         *               "Quantity": 1
         *             }
         *           ]
         *         }
         *       ],
         *       "Lines": [
         *         {
         *           "MerchantOrderLineReference": "A-1-1",
         *           "ChannelOrderLineReference": "line-1",
         *           "Quantity": 1
         *         }
         *       ],
         *       "VoidedAt": null,
         *       "CreatedAt": "2026-11-22T08:30:00.000Z",
         *       "UpdatedAt": "2026-11-22T08:30:00.000Z",
         *       "Actions": [
         *         {
         *           "Name": "change",
         *           "IsAllowed": true,
         *           "Reason": null
         *         },
         *         {
         *           "Name": "void",
         *           "IsAllowed": true,
         *           "Reason": null
         *         }
         *       ]
         *     }
         */
        readonly ShipmentResponse: {
            /** @description What the caller may do with the record at the moment of the answer: the actions that its kind of key has a call for, without those that would change nothing. */
            readonly Actions: readonly components["schemas"]["ShipmentAction"][];
            /** @description The channel of the order. */
            readonly ChannelId: number;
            readonly ChannelOrderReference: string;
            /** Format: date-time */
            readonly CreatedAt: string;
            readonly Id: number;
            readonly Lines: readonly components["schemas"]["LineResponse"][];
            readonly MerchantOrderReference: string | null;
            readonly MerchantShipmentReference: string;
            /** @description How it is sent, such as the carrier. */
            readonly Method: string | null;
            readonly OrderId: number;
            readonly Parcels: readonly components["schemas"]["ParcelResponse"][];
            readonly ShipmentMethod: components["schemas"]["ShipmentMethodResponse"] | null;
            /** @description Id of the method. */
            readonly ShipmentMethodId: number | null;
            /**
             * @description VOIDED: its units are open again.
             * @enum {string}
             */
            readonly Status: "SHIPPED" | "VOIDED";
            readonly TrackTraceNo: string | null;
            /** Format: web-url */
            readonly TrackTraceUrl: string | null;
            /** Format: date-time */
            readonly UpdatedAt: string;
            /** Format: date-time */
            readonly VoidedAt: string | null;
        };
        /**
         * @description A product of which more units are ordered than there are.
         * @example {
         *       "MerchantProductReference": "MUG-BLUE",
         *       "Name": "Blue mug",
         *       "Stock": 20,
         *       "StockReserved": 30,
         *       "ShortUnits": 10,
         *       "Since": "2026-11-22T08:00:01.000Z",
         *       "Orders": [
         *         {
         *           "Id": 18,
         *           "MerchantReference": null,
         *           "ChannelReference": "shop-1002",
         *           "ChannelId": 1,
         *           "ChannelName": "Web shop",
         *           "OrderDate": "2026-11-22T08:00:00.000Z",
         *           "Status": "NEW",
         *           "OpenQuantity": 15,
         *           "BackorderQuantity": 0,
         *           "ShortUnits": 10
         *         }
         *       ]
         *     }
         */
        readonly Shortfall: {
            readonly MerchantProductReference: string;
            readonly Name: string;
            /** @description The last 20 of the orders that wait for units of the product, newest first. Null without the scope orders:read. */
            readonly Orders: readonly components["schemas"]["ShortOrder"][] | null;
            /** @description Units that are ordered and not there. */
            readonly ShortUnits: number;
            /**
             * Format: date-time
             * @description Since when units are short.
             */
            readonly Since: string;
            readonly Stock: number;
            /** @description Units that are held back: ordered, or gone since the stock was counted. */
            readonly StockReserved: number;
        };
        /**
         * @description An order that waits for units of a product that is short.
         * @example {
         *       "Id": 18,
         *       "MerchantReference": null,
         *       "ChannelReference": "shop-1002",
         *       "ChannelId": 1,
         *       "ChannelName": "Web shop",
         *       "OrderDate": "2026-11-22T08:00:00.000Z",
         *       "Status": "NEW",
         *       "OpenQuantity": 15,
         *       "BackorderQuantity": 0,
         *       "ShortUnits": 10
         *     }
         */
        readonly ShortOrder: {
            /** @description Those of them that are in backorder. */
            readonly BackorderQuantity: number;
            readonly ChannelId: number;
            readonly ChannelName: string;
            readonly ChannelReference: string;
            readonly Id: number;
            readonly MerchantReference: string | null;
            /** @description Units of the product to ship. */
            readonly OpenQuantity: number;
            /** Format: date-time */
            readonly OrderDate: string;
            /** @description Those of them that are short: orders that came last are served last. */
            readonly ShortUnits: number;
            /** @enum {string} */
            readonly Status: "NEW" | "REQUIRES_CORRECTION" | "IN_PROGRESS" | "IN_BACKORDER" | "IN_COMBI" | "SHIPPED" | "MANCO" | "CANCELED" | "RETURNED" | "CLOSED";
        };
        /**
         * @description The number of orders of a status.
         * @example {
         *       "Status": "NEW",
         *       "Count": 12
         *     }
         */
        readonly StatusCount: {
            readonly Count: number;
            /** @enum {string} */
            readonly Status: "NEW" | "REQUIRES_CORRECTION" | "IN_PROGRESS" | "IN_BACKORDER" | "IN_COMBI" | "SHIPPED" | "MANCO" | "CANCELED" | "RETURNED" | "CLOSED";
        };
        /**
         * @description The data of an event about a product of which more units are ordered than before.
         * @example {
         *       "MerchantProductReference": "MUG-BLUE",
         *       "ShortUnits": 10,
         *       "Orders": [
         *         17,
         *         18
         *       ]
         *     }
         */
        readonly StockShortEventData: {
            readonly MerchantProductReference: string;
            /** @description Ids of up to 20 open orders with the product, those that wait longest first. */
            readonly Orders: readonly number[];
            /** @description Units that are ordered and not there. */
            readonly ShortUnits: number;
        };
        /**
         * @description What a channel has polled or acknowledged in a minute with a key.
         * @example {
         *       "Kind": "ACKNOWLEDGE_DATA",
         *       "Minute": "2026-11-21T10:00:00.000Z",
         *       "LastAt": "2026-11-21T10:00:42.000Z",
         *       "Key": {
         *         "Id": 3,
         *         "Label": "Web shop"
         *       },
         *       "Calls": 2,
         *       "Created": 40,
         *       "Updated": 3,
         *       "Removed": 0,
         *       "Failed": 0,
         *       "Offers": 0,
         *       "Rejected": 1,
         *       "RejectedReferences": [
         *         "CAP-RED"
         *       ],
         *       "Rejections": [
         *         {
         *           "Reference": "CAP-RED",
         *           "Code": "MARKET_NOT_FOUND",
         *           "Detail": "The channel has no product with this reference."
         *         }
         *       ],
         *       "AverageMs": 21,
         *       "MaxMs": 30
         *     }
         */
        readonly SyncLogEntry: {
            /** @description Milliseconds that a call took on average. */
            readonly AverageMs: number;
            /** @description The number of calls. */
            readonly Calls: number;
            /** @description Products in ToBeCreated, or in Created of acknowledgements. */
            readonly Created: number;
            /** @description Products that the channel could not process. */
            readonly Failed: number;
            /** @description With which key. */
            readonly Key: {
                readonly Id: number;
                readonly Label: string;
            } | null;
            /**
             * @description What the channel called.
             * @enum {string}
             */
            readonly Kind: "POLL_DATA" | "POLL_OFFERS" | "ACKNOWLEDGE_DATA" | "ACKNOWLEDGE_OFFERS";
            /**
             * Format: date-time
             * @description When the last one was answered.
             */
            readonly LastAt: string;
            /** @description Milliseconds of the longest call. */
            readonly MaxMs: number;
            /**
             * Format: date-time
             * @description The minute of the calls.
             */
            readonly Minute: string;
            /** @description Prices and stocks. */
            readonly Offers: number;
            /** @description References that the hub has rejected. */
            readonly Rejected: number;
            /** @description The first 20 of them. */
            readonly RejectedReferences: readonly string[];
            /** @description The first 20 rejections with their reasons. Empty for calls before this version. */
            readonly Rejections: readonly components["schemas"]["LoggedRejection"][];
            /** @description Products in ToBeRemoved, or in Removed. */
            readonly Removed: number;
            /** @description Products in ToBeUpdated, or in Updated. */
            readonly Updated: number;
        };
        /**
         * @description What the next polls of a channel would answer.
         * @example {
         *       "ToBeCreated": [
         *         {
         *           "MerchantProductReference": "MUG-BLUE",
         *           "ParentMerchantReference": null,
         *           "Name": "Blue mug",
         *           "Description": "A mug of stoneware, 300 ml.",
         *           "Details": null,
         *           "Brand": "Acme",
         *           "Size": null,
         *           "Color": "blue",
         *           "Ean": "4006381333931",
         *           "ManufacturerProductNumber": null,
         *           "MSRP": null,
         *           "PurchasePrice": null,
         *           "DiscountRate": null,
         *           "VatRate": 21,
         *           "ShippingCost": null,
         *           "ShippingTime": "2 to 3 days",
         *           "Url": null,
         *           "ImageUrl": "https://example.com/mug-blue.jpg",
         *           "CategoryTrail": "Home > Kitchen > Mugs",
         *           "ExtraData": {
         *             "Material": "stoneware"
         *           },
         *           "ChannelProductReference": null
         *         }
         *       ],
         *       "ToBeUpdated": [],
         *       "ToBeRemoved": [],
         *       "Offers": [
         *         {
         *           "MerchantProductReference": "CAP",
         *           "ChannelProductReference": "shop-cap",
         *           "Price": 9.95,
         *           "Currency": "EUR",
         *           "Stock": 4
         *         }
         *       ],
         *       "IsComplete": true
         *     }
         */
        readonly SyncPreview: {
            /** @description False while products remain to be compared: then more items may follow. */
            readonly IsComplete: boolean;
            readonly Offers: readonly components["schemas"]["Offer"][];
            readonly ToBeCreated: readonly components["schemas"]["ProductView"][];
            readonly ToBeRemoved: readonly components["schemas"]["ProductView"][];
            readonly ToBeUpdated: readonly components["schemas"]["ProductView"][];
        };
        /**
         * @description How far the synchronisation of a channel is.
         * @example {
         *       "Listed": 40,
         *       "ToBeCreated": 2,
         *       "ToBeUpdated": 0,
         *       "ToBeRemoved": 1,
         *       "Offers": 3,
         *       "IsComplete": true,
         *       "LastPoll": "2026-11-21T10:00:00.000Z",
         *       "LastAcknowledgement": "2026-11-21T10:00:02.000Z",
         *       "OldestPending": "2026-11-21T10:01:00.000Z"
         *     }
         */
        readonly SyncStatus: {
            /** @description False while products remain to be compared: then the figures may still grow. */
            readonly IsComplete: boolean;
            /**
             * Format: date-time
             * @description When the channel last acknowledged something.
             */
            readonly LastAcknowledgement: string | null;
            /**
             * Format: date-time
             * @description When the channel last asked for data or offers.
             */
            readonly LastPoll: string | null;
            /** @description Products that the channel has created and not removed. */
            readonly Listed: number;
            /** @description Products whose price or stock the channel may not know. */
            readonly Offers: number;
            /**
             * Format: date-time
             * @description Since when the longest-waiting product or offer waits.
             */
            readonly OldestPending: string | null;
            readonly ToBeCreated: number;
            readonly ToBeRemoved: number;
            readonly ToBeUpdated: number;
        };
        /**
         * @description What the agent has done today of what it may do.
         * @example {
         *       "Caps": {
         *         "Calls": null,
         *         "Writes": 2000,
         *         "RefundAmount": 500,
         *         "UnitsCancelled": 200,
         *         "PriceChanges": 500
         *       },
         *       "Used": {
         *         "Calls": 812,
         *         "Writes": 96,
         *         "RefundAmount": 19.9,
         *         "UnitsCancelled": 2,
         *         "PriceChanges": 0
         *       },
         *       "ResetsAt": "2026-11-22T23:00:00.000Z"
         *     }
         */
        readonly UsageOfAgent: {
            readonly Caps: components["schemas"]["AgentCaps"];
            /**
             * Format: date-time
             * @description When the next day begins.
             */
            readonly ResetsAt: string;
            readonly Used: components["schemas"]["AgentUsage"];
        };
        /**
         * @description The VAT rate of a class of products in a country.
         * @example {
         *       "CountryIso": "DE",
         *       "VatClass": "standard",
         *       "Rate": 19
         *     }
         */
        readonly VatRateRequest: {
            /**
             * Format: country
             * @description ISO 3166-1 alpha-2: to which an order is sent.
             */
            readonly CountryIso: string;
            /** @description In percent. */
            readonly Rate: number;
            /**
             * Format: line
             * @description The class of products, such as 'standard' or 'reduced'.
             */
            readonly VatClass: string;
        };
        /**
         * @description The VAT rate of a class of products in a country.
         * @example {
         *       "CountryIso": "DE",
         *       "VatClass": "standard",
         *       "Rate": 19
         *     }
         */
        readonly VatRateResponse: {
            /**
             * Format: country
             * @description ISO 3166-1 alpha-2: to which an order is sent.
             */
            readonly CountryIso: string;
            /** @description In percent. */
            readonly Rate: number;
            /** @description The class of products, such as 'standard' or 'reduced'. */
            readonly VatClass: string;
        };
        /**
         * @description What has changed in the table of VAT rates.
         * @example {
         *       "Count": 74,
         *       "Countries": [
         *         "DE"
         *       ]
         *     }
         */
        readonly VatRatesEventData: {
            /** @description Rates in the table afterwards. */
            readonly Count: number;
            /** @description The countries of which a rate was added, changed or removed. */
            readonly Countries: readonly string[];
        };
        /**
         * @description What storing VAT rates has changed.
         * @example {
         *       "StoredCount": 1,
         *       "ChangedCountries": [
         *         "DE"
         *       ]
         *     }
         */
        readonly VatRatesResult: {
            /** @description The countries of which a rate was added, changed or removed. */
            readonly ChangedCountries: readonly string[];
            /** @description Rates in the table. */
            readonly StoredCount: number;
        };
        /**
         * @description A filter and columns of a list under a name.
         * @example {
         *       "Id": 4,
         *       "Name": "Germany, late",
         *       "List": "orders",
         *       "Filter": {
         *         "isLate": true,
         *         "country": "DE"
         *       },
         *       "Columns": [
         *         "order",
         *         "buyer",
         *         "shipBy",
         *         "total"
         *       ],
         *       "IsShared": true,
         *       "UpdatedAt": "2026-11-22T08:30:00.000Z"
         *     }
         */
        readonly View: {
            readonly Columns: readonly string[];
            readonly Filter: {
                readonly [key: string]: unknown;
            };
            readonly Id: number;
            readonly IsShared: boolean;
            /** @enum {string} */
            readonly List: "orders" | "products";
            readonly Name: string;
            /** Format: date-time */
            readonly UpdatedAt: string;
        };
        /**
         * @description Changes of a view.
         * @example {
         *       "IsShared": false
         *     }
         */
        readonly ViewChange: {
            /** @description The columns to show, in this order, by names that the reader chooses. None: all. */
            readonly Columns?: readonly string[];
            /** @description The parameters of the list, such as `{ "status": ["NEW"], "country": "DE" }`: all but `cursor` and `pageSize`. */
            readonly Filter?: {
                readonly [key: string]: unknown;
            };
            /** @description Whether all who act for the merchant see it. To share, change and delete shared views the scope orders:write is needed. */
            readonly IsShared?: boolean;
            /**
             * Format: line
             * @description Unique among the views of its owner.
             */
            readonly Name?: string;
        };
        /**
         * @description A new view.
         * @example {
         *       "Name": "Germany, late",
         *       "List": "orders",
         *       "Filter": {
         *         "isLate": true,
         *         "country": "DE"
         *       },
         *       "Columns": [
         *         "order",
         *         "buyer",
         *         "shipBy",
         *         "total"
         *       ],
         *       "IsShared": true
         *     }
         */
        readonly ViewRequest: {
            /** @description The columns to show, in this order, by names that the reader chooses. None: all. */
            readonly Columns?: readonly string[];
            /** @description The parameters of the list, such as `{ "status": ["NEW"], "country": "DE" }`: all but `cursor` and `pageSize`. */
            readonly Filter?: {
                readonly [key: string]: unknown;
            };
            /** @description Whether all who act for the merchant see it. To share, change and delete shared views the scope orders:write is needed. */
            readonly IsShared?: boolean;
            /**
             * @description Of which list. A view keeps its list.
             * @enum {string}
             */
            readonly List: "orders" | "products";
            /**
             * Format: line
             * @description Unique among the views of its owner.
             */
            readonly Name: string;
        };
        /**
         * @description What is odd about an order, without keeping it from being shipped.
         * @example {
         *       "Code": "COUNTRY_CORRECTED",
         *       "Path": "/ShippingAddress/CountryIso",
         *       "Message": "\"UK\" is GB"
         *     }
         */
        readonly WarningResponse: {
            /**
             * @description What is odd.
             * @enum {string}
             */
            readonly Code: "TEXT_CUT" | "COUNTRY_CORRECTED" | "UNKNOWN_COUNTRY" | "UNKNOWN_VALUE" | "MISSING" | "VAT_RATE_MISSING" | "VAT_TOO_HIGH" | "PRICE_DIFFERS";
            readonly Message: string;
            /** @description JSON pointer to what is odd. */
            readonly Path: string;
        };
        /**
         * @description Changes of a webhook. Values that are left out do not change.
         * @example {
         *       "Types": [
         *         "order.*"
         *       ],
         *       "Payload": "thin"
         *     }
         */
        readonly WebhookChange: {
            /**
             * Format: line
             * @description A name for people.
             */
            readonly Label?: string;
            /**
             * @description Whether the event has its record as it is at delivery, or only ids.
             * @enum {string}
             */
            readonly Payload?: "full" | "thin";
            /**
             * @description v1: HMAC-SHA256 with the secret. v1a: also Ed25519 with a private key of the hub.
             * @enum {string}
             */
            readonly Signature?: "v1" | "v1a";
            /** @description Which events are sent: types, all of a kind such as `order.*`, or all with `*`. Types that are added later are included by `*`. */
            readonly Types?: readonly string[];
            /**
             * Format: web-url
             * @description Where events are sent: https, without user name and password.
             */
            readonly Url?: string;
        };
        /**
         * @description Why a webhook was disabled.
         * @example {
         *       "Reason": "failing"
         *     }
         */
        readonly WebhookEventData: {
            /** @description gone or failing. */
            readonly Reason: string;
        };
        /**
         * @description A public key that checks signatures.
         * @example {
         *       "kty": "OKP",
         *       "crv": "Ed25519",
         *       "alg": "EdDSA",
         *       "use": "sig",
         *       "kid": "5",
         *       "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"
         *     }
         */
        readonly WebhookKey: {
            /** @enum {string} */
            readonly alg: "EdDSA";
            /** @enum {string} */
            readonly crv: "Ed25519";
            /** @description The Id of the webhook. */
            readonly kid: string;
            /** @enum {string} */
            readonly kty: "OKP";
            /** @enum {string} */
            readonly use: "sig";
            /** @description The key, in base64url. */
            readonly x: string;
        };
        /**
         * @description The public keys of a webhook.
         * @example {
         *       "keys": [
         *         {
         *           "kty": "OKP",
         *           "crv": "Ed25519",
         *           "alg": "EdDSA",
         *           "use": "sig",
         *           "kid": "5",
         *           "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"
         *         }
         *       ]
         *     }
         */
        readonly WebhookKeys: {
            readonly keys: readonly components["schemas"]["WebhookKey"][];
        };
        /**
         * @description Which events are sent again.
         * @example {
         *       "Since": "2026-11-15T00:00:00Z",
         *       "FailedOnly": true
         *     }
         */
        readonly WebhookReplay: {
            /** @description Only those that were not delivered; false when left out. */
            readonly FailedOnly?: boolean;
            /**
             * Format: date-time
             * @description The events since this time are sent again.
             */
            readonly Since: string;
        };
        /**
         * @description Where events are to be sent, and which.
         * @example {
         *       "Url": "https://erp.example.com/hooks/entrepot",
         *       "Types": [
         *         "order.*",
         *         "return.created"
         *       ],
         *       "Label": "ERP"
         *     }
         */
        readonly WebhookRequest: {
            /** @description Of a webhook that gets what concerns a channel. */
            readonly ChannelId?: number | null;
            /**
             * Format: line
             * @description A name for people.
             */
            readonly Label?: string;
            /**
             * @description Whether the event has its record as it is at delivery, or only ids.
             * @enum {string}
             */
            readonly Payload?: "full" | "thin";
            /**
             * Format: line
             * @description `whsec_` and base64 of 24 to 64 random bytes. The hub makes one when left out.
             */
            readonly Secret?: string;
            /**
             * @description v1: HMAC-SHA256 with the secret. v1a: also Ed25519 with a private key of the hub.
             * @enum {string}
             */
            readonly Signature?: "v1" | "v1a";
            /** @description Which events are sent: types, all of a kind such as `order.*`, or all with `*`. Types that are added later are included by `*`. */
            readonly Types: readonly string[];
            /**
             * Format: web-url
             * @description Where events are sent: https, without user name and password.
             */
            readonly Url: string;
        };
        /**
         * @description A webhook without its secret.
         * @example {
         *       "Id": 5,
         *       "ChannelId": null,
         *       "Url": "https://erp.example.com/hooks/entrepot",
         *       "Label": "ERP",
         *       "Types": [
         *         "order.*",
         *         "return.created"
         *       ],
         *       "Payload": "full",
         *       "Signature": "v1",
         *       "PublicKey": null,
         *       "PublicKeyPath": null,
         *       "IsEnabled": true,
         *       "DisabledAt": null,
         *       "DisabledReason": null,
         *       "FailingSince": null,
         *       "LastSuccessAt": "2026-11-22T08:30:00.000Z",
         *       "OldSecretEndsAt": null,
         *       "ReplayingSince": null,
         *       "CreatedAt": "2026-11-20T08:00:00.000Z",
         *       "UpdatedAt": "2026-11-20T08:00:00.000Z"
         *     }
         */
        readonly WebhookResponse: {
            /** @description Of a webhook of a channel. */
            readonly ChannelId: number | null;
            /** Format: date-time */
            readonly CreatedAt: string;
            /**
             * Format: date-time
             * @description When it was disabled.
             */
            readonly DisabledAt: string | null;
            /**
             * @description requested: by a call; gone: the receiver has answered 410; failing: nothing but failures for five days.
             * @enum {string|null}
             */
            readonly DisabledReason: "requested" | "gone" | "failing" | null;
            /**
             * Format: date-time
             * @description The first failure after the last success.
             */
            readonly FailingSince: string | null;
            readonly Id: number;
            readonly IsEnabled: boolean;
            readonly Label: string;
            /**
             * Format: date-time
             * @description The last answer of the receiver with 2xx, to the minute.
             */
            readonly LastSuccessAt: string | null;
            /**
             * Format: date-time
             * @description Until when deliveries are also signed with the old secret.
             */
            readonly OldSecretEndsAt: string | null;
            /**
             * @description Whether the event has its record as it is at delivery, or only ids.
             * @enum {string}
             */
            readonly Payload: "full" | "thin";
            /** @description With `v1a`: `whpk_` and base64 of the public key of Ed25519. */
            readonly PublicKey: string | null;
            /** @description With `v1a`: where anyone can read the public key as a JSON Web Key Set, after the URL of the API. */
            readonly PublicKeyPath: string | null;
            /**
             * Format: date-time
             * @description While events are sent again: those since this time.
             */
            readonly ReplayingSince: string | null;
            /**
             * @description v1: HMAC-SHA256 with the secret. v1a: also Ed25519 with a private key of the hub.
             * @enum {string}
             */
            readonly Signature: "v1" | "v1a";
            readonly Types: readonly string[];
            /** Format: date-time */
            readonly UpdatedAt: string;
            readonly Url: string;
        };
        /**
         * @description How the secret of a webhook is replaced.
         * @example {
         *       "OverlapSeconds": 86400
         *     }
         */
        readonly WebhookRotation: {
            /** @description Seconds for which deliveries are also signed with the old secret; 86400 when left out. */
            readonly OverlapSeconds?: number;
            /**
             * Format: line
             * @description `whsec_` and base64 of 24 to 64 random bytes. The hub makes one when left out.
             */
            readonly Secret?: string;
        };
        /**
         * @description A product as it is stored after a write, with warnings about the write.
         * @example {
         *       "Id": 7,
         *       "MerchantProductReference": "MUG-BLUE",
         *       "ParentMerchantReference": null,
         *       "ChannelProductReference": null,
         *       "Name": "Blue mug",
         *       "Description": "A mug of stoneware, 300 ml.",
         *       "Details": null,
         *       "Brand": "Acme",
         *       "Size": null,
         *       "Color": "blue",
         *       "Ean": "4006381333931",
         *       "ManufacturerProductNumber": null,
         *       "Stock": 25,
         *       "StockCountedAt": "2026-11-21T08:00:00.000Z",
         *       "Price": 12.5,
         *       "MSRP": null,
         *       "PurchasePrice": null,
         *       "DiscountRate": null,
         *       "VatRate": 21,
         *       "VatClass": null,
         *       "ShippingCost": null,
         *       "ShippingTime": "2 to 3 days",
         *       "Url": null,
         *       "ImageUrl": "https://example.com/mug-blue.jpg",
         *       "CategoryTrail": "Home > Kitchen > Mugs",
         *       "ExtraData": {
         *         "Material": "stoneware"
         *       },
         *       "IsActive": true,
         *       "Children": [],
         *       "CreatedAt": "2026-11-20T08:00:00.000Z",
         *       "UpdatedAt": "2026-11-21T08:00:00.000Z",
         *       "StockReserved": 2,
         *       "StockAvailable": 23,
         *       "Actions": [
         *         {
         *           "Name": "deactivate",
         *           "IsAllowed": true,
         *           "Reason": null
         *         }
         *       ],
         *       "Warnings": []
         *     }
         */
        readonly WrittenProduct: {
            /** @description What the caller may do with the record at the moment of the answer: the actions that its kind of key has a call for, without those that would change nothing. */
            readonly Actions: readonly components["schemas"]["ProductAction"][];
            readonly Brand: string | null;
            /** @description Path of categories, such as 'Home > Kitchen > Mugs'. */
            readonly CategoryTrail: string | null;
            /** @description The reference that the channel should use, if it takes one. */
            readonly ChannelProductReference: string | null;
            /** @description References of the children. */
            readonly Children: readonly string[];
            readonly Color: string | null;
            /** Format: date-time */
            readonly CreatedAt: string;
            /** @description Description as shown to buyers; may hold HTML. */
            readonly Description: string | null;
            /** @description Further details. */
            readonly Details: string | null;
            /** @description Discount in percent. */
            readonly DiscountRate: number | null;
            /** @description EAN, UPC or ISBN. */
            readonly Ean: string | null;
            /** @description Free data: up to 100 names with a text each. */
            readonly ExtraData: {
                readonly [key: string]: string;
            } | null;
            readonly Id: number;
            /**
             * Format: web-url
             * @description Main image.
             */
            readonly ImageUrl: string | null;
            /** @description Whether the product and its parent are active. */
            readonly IsActive: boolean;
            readonly ManufacturerProductNumber: string | null;
            readonly MerchantProductReference: string;
            /** @description Manufacturer's suggested retail price. */
            readonly MSRP: number | null;
            /** @description Name as shown to buyers. Needed to create a product. */
            readonly Name: string | null;
            readonly ParentMerchantReference: string | null;
            /** @description Selling price, including VAT, in the base currency of the customer. */
            readonly Price: number | null;
            readonly PurchasePrice: number | null;
            readonly ShippingCost: number | null;
            /** @description Delivery time in words, such as '2 to 3 days'. */
            readonly ShippingTime: string | null;
            readonly Size: string | null;
            /** @description The count: how many units there are, sold or not. Null counts as 0. */
            readonly Stock: number | null;
            /** @description Units that may still be sold: the stock without what is reserved, at least 0. */
            readonly StockAvailable: number;
            /**
             * Format: date-time
             * @description When the stock was counted; now when left out. A count settles what left before it, and one that is older than the stored count is not applied. What the hub has taken off the stock or added to it since is taken off the count or added to it.
             */
            readonly StockCountedAt: string | null;
            /** @description Units of the stock that are not for sale: ordered and open, or shipped since the stock was counted. */
            readonly StockReserved: number;
            /** Format: date-time */
            readonly UpdatedAt: string;
            /**
             * Format: web-url
             * @description Page of the product.
             */
            readonly Url: string | null;
            /** @description The class under which the table of VAT rates has its rate in each country; 'standard' when left out. */
            readonly VatClass: string | null;
            /** @description VAT in percent. Without it the customer's default rate holds. */
            readonly VatRate: number | null;
            /** @description What was stored and has no effect, or was not applied, such as a count that is older than the stored one. */
            readonly Warnings: readonly string[];
        };
    };
    responses: {
        /** @description `MARKET_BODY_TOO_LARGE`: The body is too large. */
        readonly BodyTooLarge: {
            headers: {
                readonly "Request-Id": components["headers"]["Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": {
                    /** @enum {unknown} */
                    readonly code: "MARKET_BODY_TOO_LARGE";
                } & WithRequired<components["schemas"]["Problem"], "code">;
            };
        };
        /**
         * @description `MARKET_FORBIDDEN`: The credentials do not permit this call.
         *     `MARKET_CUSTOMER_DISABLED`: The customer is disabled.
         *     `SERVER_AGENT_STOPPED`: The agent is stopped.
         *     `SERVER_AGENT_CAP`: The agent may not do more today.
         */
        readonly Forbidden: {
            headers: {
                readonly "Request-Id": components["headers"]["Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": {
                    /** @enum {unknown} */
                    readonly code: "MARKET_FORBIDDEN" | "MARKET_CUSTOMER_DISABLED" | "SERVER_AGENT_STOPPED" | "SERVER_AGENT_CAP";
                } & WithRequired<components["schemas"]["Problem"], "code">;
            };
        };
        /**
         * @description `MARKET_FORBIDDEN`: The credentials do not permit this call.
         *     `MARKET_CUSTOMER_DISABLED`: The customer is disabled.
         *     `SERVER_AGENT_STOPPED`: The agent is stopped.
         *     `SERVER_AGENT_CAP`: The agent may not do more today.
         *     `SERVER_APPROVAL_REQUIRED`: A person must approve the call.
         *     `SERVER_TOO_MANY_APPROVALS`: Too many calls of the agent wait.
         */
        readonly ForbiddenWrite: {
            headers: {
                readonly "Request-Id": components["headers"]["Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": {
                    /** @enum {unknown} */
                    readonly code: "MARKET_FORBIDDEN" | "MARKET_CUSTOMER_DISABLED" | "SERVER_AGENT_STOPPED" | "SERVER_AGENT_CAP" | "SERVER_APPROVAL_REQUIRED" | "SERVER_TOO_MANY_APPROVALS";
                } & WithRequired<components["schemas"]["Problem"], "code">;
            };
        };
        /**
         * @description `MARKET_IDEMPOTENCY_RUNNING`: The first request with this key is running.
         *     `MARKET_IDEMPOTENCY_DONE`: The request was already processed.
         */
        readonly IdempotencyConflict: {
            headers: {
                readonly "Request-Id": components["headers"]["Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": {
                    /** @enum {unknown} */
                    readonly code: "MARKET_IDEMPOTENCY_RUNNING" | "MARKET_IDEMPOTENCY_DONE";
                } & WithRequired<components["schemas"]["Problem"], "code">;
            };
        };
        /** @description `MARKET_IDEMPOTENCY_MISMATCH`: The idempotency key belongs to another request. */
        readonly IdempotencyMismatch: {
            headers: {
                readonly "Request-Id": components["headers"]["Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": {
                    /** @enum {unknown} */
                    readonly code: "MARKET_IDEMPOTENCY_MISMATCH";
                } & WithRequired<components["schemas"]["Problem"], "code">;
            };
        };
        /** @description `MARKET_INTERNAL`: Internal error. */
        readonly InternalError: {
            headers: {
                readonly "Request-Id": components["headers"]["Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": {
                    /** @enum {unknown} */
                    readonly code: "MARKET_INTERNAL";
                } & WithRequired<components["schemas"]["Problem"], "code">;
            };
        };
        /**
         * @description `MARKET_INVALID_INPUT`: The request is invalid.
         *     `MARKET_SEVERAL_CREDENTIALS`: The request has several credentials.
         */
        readonly InvalidRequest: {
            headers: {
                readonly "Request-Id": components["headers"]["Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": {
                    /** @enum {unknown} */
                    readonly code: "MARKET_INVALID_INPUT" | "MARKET_SEVERAL_CREDENTIALS";
                } & WithRequired<components["schemas"]["Problem"], "code">;
            };
        };
        /**
         * @description `MARKET_INVALID_INPUT`: The request is invalid.
         *     `MARKET_SEVERAL_CREDENTIALS`: The request has several credentials.
         *     `MARKET_INVALID_BODY`: The body cannot be read.
         */
        readonly InvalidRequestOrBody: {
            headers: {
                readonly "Request-Id": components["headers"]["Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": {
                    /** @enum {unknown} */
                    readonly code: "MARKET_INVALID_INPUT" | "MARKET_SEVERAL_CREDENTIALS" | "MARKET_INVALID_BODY";
                } & WithRequired<components["schemas"]["Problem"], "code">;
            };
        };
        /** @description `MARKET_NOT_FOUND`: Record not found. */
        readonly NotFound: {
            headers: {
                readonly "Request-Id": components["headers"]["Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": {
                    /** @enum {unknown} */
                    readonly code: "MARKET_NOT_FOUND";
                } & WithRequired<components["schemas"]["Problem"], "code">;
            };
        };
        /** @description `MARKET_RATE_LIMITED`: Too many requests. */
        readonly RateLimited: {
            headers: {
                readonly "Request-Id": components["headers"]["Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": {
                    /** @enum {unknown} */
                    readonly code: "MARKET_RATE_LIMITED";
                } & WithRequired<components["schemas"]["Problem"], "code">;
            };
        };
        /**
         * @description `MARKET_UNAUTHENTICATED`: Valid credentials are required.
         *     `MARKET_STEP_UP`: A more recent or stronger sign-in is required.
         */
        readonly Unauthenticated: {
            headers: {
                readonly "Request-Id": components["headers"]["Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": {
                    /** @enum {unknown} */
                    readonly code: "MARKET_UNAUTHENTICATED" | "MARKET_STEP_UP";
                } & WithRequired<components["schemas"]["Problem"], "code">;
            };
        };
        /**
         * @description `MARKET_UNAVAILABLE`: The database is unavailable.
         *     `MARKET_CUSTOMER_FROZEN`: The customer is read-only while it moves.
         *     `MARKET_CUSTOMER_MOVED`: The customer is served by another hub.
         */
        readonly Unavailable: {
            headers: {
                readonly "Request-Id": components["headers"]["Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": {
                    /** @enum {unknown} */
                    readonly code: "MARKET_UNAVAILABLE" | "MARKET_CUSTOMER_FROZEN" | "MARKET_CUSTOMER_MOVED";
                } & WithRequired<components["schemas"]["Problem"], "code">;
            };
        };
        /** @description `MARKET_UNSUPPORTED_MEDIA_TYPE`: The body must be JSON. */
        readonly UnsupportedMediaType: {
            headers: {
                readonly "Request-Id": components["headers"]["Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": {
                    /** @enum {unknown} */
                    readonly code: "MARKET_UNSUPPORTED_MEDIA_TYPE";
                } & WithRequired<components["schemas"]["Problem"], "code">;
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description `true` if this is the stored answer of the first request with the same Idempotency-Key. */
        readonly "Idempotent-Replayed": "true";
        /**
         * @description The next page (RFC 8288), such as `</v2/orders?cursor=abc>; rel="next"`. Missing if there is none. The link does not contain the key.
         * @example </v2/orders?cursor=abc>; rel="next"
         */
        readonly Link: string;
        /** @description What is left of the limit: the requests `r`, and the seconds `t` until it is full again, such as `"write";r=59999;t=42`. */
        readonly RateLimit: string;
        /** @description The limit that applies to the call (draft-ietf-httpapi-ratelimit-headers): its class, the requests `q` and the seconds `w`, such as `"write";q=60000;w=60`. Missing if there is none. */
        readonly "RateLimit-Policy": string;
        /**
         * @description The id of the request, which is also in the log of the hub. A client can choose it with a header of this name: 8 to 64 letters, digits, dots, hyphens and underscores.
         * @example 0123456789abcdef
         */
        readonly "Request-Id": string;
        /**
         * @description The number of seconds after which the same request can be sent again.
         * @example 1
         */
        readonly "Retry-After": number;
    };
    pathItems: never;
}
export interface operations {
    readonly listAgentApprovals: {
        readonly parameters: {
            readonly query?: {
                /** @description Only those of the agent with this Id. */
                readonly agent?: string;
                /** @description From the Link of a page. */
                readonly cursor?: string;
                /** @description Most items to answer; 100 when left out. */
                readonly pageSize?: number;
                /** @description Only approvals in this state. */
                readonly status?: "PENDING" | "APPROVED" | "REJECTED" | "EXPIRED" | "DONE" | "FAILED";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["Approval"][];
                };
            };
        };
    };
    readonly getAgentApproval: {
        readonly parameters: {
            readonly query?: {
                /** @description For how long to wait until the call has its answer, or will never get one. Default 0. */
                readonly waitSeconds?: number;
            };
            readonly header?: never;
            readonly path: {
                /** @description Id of the record. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Approval"];
                };
            };
        };
    };
    readonly approveAgentCall: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the record. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Approval"];
                };
            };
        };
    };
    readonly rejectAgentCall: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the record. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ApprovalRejection"];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Approval"];
                };
            };
        };
    };
    readonly getDefaultAgentCaps: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DefaultAgentCaps"];
                };
            };
        };
    };
    readonly replaceDefaultAgentCaps: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AgentCapsRequest"];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DefaultAgentCaps"];
                };
            };
        };
    };
    readonly getAgentRules: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AgentRules"];
                };
            };
        };
    };
    readonly replaceAgentRules: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AgentRulesRequest"];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AgentRules"];
                };
            };
        };
    };
    readonly listAgentStops: {
        readonly parameters: {
            readonly query?: {
                /** @description From the Link of a page. */
                readonly cursor?: string;
                /** @description Most items to answer; 100 when left out. */
                readonly pageSize?: number;
                /** @description Those in force, or all; open when left out. */
                readonly status?: "open" | "all";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["AgentStop"][];
                };
            };
        };
    };
    readonly stopAgents: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AgentStopRequest"];
            };
        };
        readonly responses: {
            /** @description It was stopped already. */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AgentStop"];
                };
            };
            /** @description It is stopped. */
            readonly 201: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AgentStop"];
                };
            };
        };
    };
    readonly resumeAgents: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the record. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AgentStop"];
                };
            };
        };
    };
    readonly listAgents: {
        readonly parameters: {
            readonly query?: {
                /** @description From the Link of a page. */
                readonly cursor?: string;
                /** @description Most items to answer; 100 when left out. */
                readonly pageSize?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["Agent"][];
                };
            };
        };
    };
    readonly getAgent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the agent. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AgentDetails"];
                };
            };
        };
    };
    readonly deleteAgent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the agent. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description No Content */
            readonly 204: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getAgentCaps: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the agent, or the ClientId of one that acts without a person. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CapsOfAgent"];
                };
            };
        };
    };
    readonly replaceAgentCaps: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the agent, or the ClientId of one that acts without a person. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AgentCapsRequest"];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CapsOfAgent"];
                };
            };
        };
    };
    readonly deleteAgentCaps: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the agent, or the ClientId of one that acts without a person. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CapsOfAgent"];
                };
            };
        };
    };
    readonly listBackorders: {
        readonly parameters: {
            readonly query?: {
                /** @description Only records of orders of this channel. */
                readonly channelId?: number;
                /** @description Only records of orders with this reference of their channel. */
                readonly channelOrderReference?: string;
                /** @description Only records created before. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly createdBefore?: string;
                /** @description Only records created then or later. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly createdSince?: string;
                /** @description From the Link of a page. */
                readonly cursor?: string;
                /** @description Only records of the order with this reference of the merchant. */
                readonly merchantOrderReference?: string;
                /** @description Only records of the order with this Id. */
                readonly orderId?: number;
                /** @description Most records to answer; 100 when left out. */
                readonly pageSize?: number;
                /** @description By the time of creation; oldest first when left out. */
                readonly sort?: "oldest" | "newest";
                /** @description Only records that changed then or later. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly updatedSince?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["BackorderResponse"][];
                };
            };
        };
    };
    readonly createBackorder: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["BackorderRequest"];
            };
        };
        readonly responses: {
            /** @description The record already exists with this content: the request was repeated. */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BackorderResponse"];
                };
            };
            /** @description The record was created. */
            readonly 201: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BackorderResponse"];
                };
            };
        };
    };
    readonly getBackorder: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The merchant's reference of the record. */
                readonly reference: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BackorderResponse"];
                };
            };
        };
    };
    readonly listCancellations: {
        readonly parameters: {
            readonly query?: {
                /** @description Only records of orders of this channel. */
                readonly channelId?: number;
                /** @description Only records of orders with this reference of their channel. */
                readonly channelOrderReference?: string;
                /** @description Only records created before. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly createdBefore?: string;
                /** @description Only records created then or later. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly createdSince?: string;
                /** @description From the Link of a page. */
                readonly cursor?: string;
                /** @description Only records of the order with this reference of the merchant. */
                readonly merchantOrderReference?: string;
                /** @description Only records of the order with this Id. */
                readonly orderId?: number;
                /** @description Most records to answer; 100 when left out. */
                readonly pageSize?: number;
                /** @description By the time of creation; oldest first when left out. */
                readonly sort?: "oldest" | "newest";
                /** @description Only records that changed then or later. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly updatedSince?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["CancellationResponse"][];
                };
            };
        };
    };
    readonly createCancellation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CancellationRequest"] | components["schemas"]["ChannelCancellationRequest"];
            };
        };
        readonly responses: {
            /** @description The record already exists with this content: the request was repeated. */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CancellationResponse"];
                };
            };
            /** @description The record was created. */
            readonly 201: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CancellationResponse"];
                };
            };
        };
    };
    readonly getCancellation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The merchant's reference of the record. */
                readonly reference: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CancellationResponse"];
                };
            };
        };
    };
    readonly listChannels: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["ChannelResponse"][];
                };
            };
        };
    };
    readonly createChannel: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ChannelRequest"];
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChannelResponse"];
                };
            };
        };
    };
    readonly getChannel: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChannelResponse"];
                };
            };
        };
    };
    readonly deleteChannel: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Nothing"];
                };
            };
        };
    };
    readonly changeChannel: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ChannelChange"];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChannelResponse"];
                };
            };
        };
    };
    readonly listOfferOverrides: {
        readonly parameters: {
            readonly query?: {
                /** @description From the Link of a page. */
                readonly cursor?: string;
                /** @description Most items to answer; 100 when left out. */
                readonly pageSize?: number;
                /** @description Only this product. */
                readonly product?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["OfferOverrideResponse"][];
                };
            };
        };
    };
    readonly storeOfferOverrides: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": readonly components["schemas"]["OfferOverride"][];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ProductCreationResult"];
                };
            };
        };
    };
    readonly deleteOfferOverrides: {
        readonly parameters: {
            readonly query?: {
                /** @description Only the override that begins then; `always` for the one without a begin. All when left out. */
                readonly from?: string | unknown | "always";
                /** @description Only an override with this price. */
                readonly price?: number;
            };
            readonly header?: never;
            readonly path: {
                readonly id: number;
                /** @description The merchant's reference. */
                readonly reference: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Nothing"];
                };
            };
        };
    };
    readonly listOfferProblems: {
        readonly parameters: {
            readonly query?: {
                /** @description From the Link of a page. */
                readonly cursor?: string;
                /** @description Most items to answer; 100 when left out. */
                readonly pageSize?: number;
                /** @description Only this product. */
                readonly product?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["HeldOffer"][];
                };
            };
        };
    };
    readonly getOfferRules: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OfferRulesResponse"];
                };
            };
        };
    };
    readonly replaceOfferRules: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OfferRulesRequest"];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OfferRulesResponse"];
                };
            };
        };
    };
    readonly previewOfferRules: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OfferRulesRequest"];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OfferPreview"];
                };
            };
        };
    };
    readonly getChannelSync: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SyncStatus"];
                };
            };
        };
    };
    readonly listSyncLog: {
        readonly parameters: {
            readonly query?: {
                /** @description From the Link of a page. */
                readonly cursor?: string;
                /** @description Most entries to answer; 100 when left out. */
                readonly pageSize?: number;
            };
            readonly header?: never;
            readonly path: {
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["SyncLogEntry"][];
                };
            };
        };
    };
    readonly previewChannelSync: {
        readonly parameters: {
            readonly query?: {
                /** @description Most products, and most offers, to answer; 100 when left out. */
                readonly maxCount?: number;
            };
            readonly header?: never;
            readonly path: {
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SyncPreview"];
                };
            };
        };
    };
    readonly resetChannelSync: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Nothing"];
                };
            };
        };
    };
    readonly listConnectedRecords: {
        readonly parameters: {
            readonly query: {
                /** @description The ids of the records in the hub. Repeat the parameter for each. */
                readonly hubId: readonly string[];
                /** @description Of the records. */
                readonly kind: "product" | "order" | "order_line" | "shipment" | "cancellation" | "return" | "refund";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["ConnectedRecord"][];
                };
            };
        };
    };
    readonly listConnections: {
        readonly parameters: {
            readonly query?: {
                /** @description From the Link of a page. */
                readonly cursor?: string;
                /** @description Most items to answer; 100 when left out. */
                readonly pageSize?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["ConnectionResponse"][];
                };
            };
        };
    };
    readonly createConnection: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ConnectionRequest"];
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConnectionResponse"];
                };
            };
        };
    };
    readonly getConnection: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the connection. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConnectionResponse"];
                };
            };
        };
    };
    readonly deleteConnection: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the connection. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Nothing"];
                };
            };
        };
    };
    readonly changeConnection: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the connection. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ConnectionChange"];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConnectionResponse"];
                };
            };
        };
    };
    readonly storeConnectionCursors: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the connection. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ConnectionCursorsRequest"];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConnectionCursorsResponse"];
                };
            };
        };
    };
    readonly leaseConnection: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the connection. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ConnectionLeaseRequest"];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConnectionLeaseResponse"];
                };
            };
        };
    };
    readonly releaseConnection: {
        readonly parameters: {
            readonly query: {
                /** @description The number of the lease, as `leaseConnection` has answered it. */
                readonly lease: number;
            };
            readonly header?: never;
            readonly path: {
                /** @description Id of the connection. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Nothing"];
                };
            };
        };
    };
    readonly listConnectionPairs: {
        readonly parameters: {
            readonly query?: {
                /** @description From the Link of a page. */
                readonly cursor?: string;
                /** @description Only records with one of these ids in the hub. Repeat the parameter for each. */
                readonly hubId?: readonly string[];
                /** @description Only records of this kind. */
                readonly kind?: "product" | "order" | "order_line" | "shipment" | "cancellation" | "return" | "refund";
                /** @description Most items to answer; 100 when left out. */
                readonly pageSize?: number;
                /** @description Only records with one of these ids in the shop. Repeat the parameter for each. */
                readonly shopId?: readonly string[];
                /** @description Only pairs in this state. */
                readonly state?: "creating" | "linked" | "removed";
            };
            readonly header?: never;
            readonly path: {
                /** @description Id of the connection. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["ConnectionPairResponse"][];
                };
            };
        };
    };
    readonly storeConnectionPairs: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the connection. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ConnectionPairsRequest"];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConnectionPairsStored"];
                };
            };
        };
    };
    readonly listConnectionProblems: {
        readonly parameters: {
            readonly query?: {
                /** @description Stable, such as `missing_sku`. */
                readonly code?: string;
                /** @description From the Link of a page. */
                readonly cursor?: string;
                /** @description Only records of this kind. */
                readonly kind?: "product" | "order" | "order_line" | "shipment" | "cancellation" | "return" | "refund";
                /** @description Most items to answer; 100 when left out. */
                readonly pageSize?: number;
            };
            readonly header?: never;
            readonly path: {
                /** @description Id of the connection. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["ConnectionProblemResponse"][];
                };
            };
        };
    };
    readonly storeConnectionProblems: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the connection. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ConnectionProblemsRequest"];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConnectionProblemsStored"];
                };
            };
        };
    };
    readonly createConnectionRequest: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the connection. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ConnectionRequestRequest"];
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConnectionRequestResponse"];
                };
            };
        };
    };
    readonly listConnectionRuns: {
        readonly parameters: {
            readonly query?: {
                /** @description From the Link of a page. */
                readonly cursor?: string;
                /** @description Most items to answer; 100 when left out. */
                readonly pageSize?: number;
            };
            readonly header?: never;
            readonly path: {
                /** @description Id of the connection. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["ConnectionRunResponse"][];
                };
            };
        };
    };
    readonly recordConnectionRun: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the connection. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ConnectionRunRequest"];
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConnectionRunDetails"];
                };
            };
        };
    };
    readonly getConnectionRun: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the connection. */
                readonly id: number;
                /** @description Id of the run. */
                readonly runId: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConnectionRunDetails"];
                };
            };
        };
    };
    readonly listConnectors: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["ConnectorResponse"][];
                };
            };
        };
    };
    readonly storeConnector: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Which adapter, such as `vendure`. */
                readonly shop: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ConnectorRequest"];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConnectorResponse"];
                };
            };
        };
    };
    readonly getCustomer: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CustomerResponse"];
                };
            };
        };
    };
    readonly changeCustomer: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CustomerSettings"];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CustomerResponse"];
                };
            };
        };
    };
    readonly listEvents: {
        readonly parameters: {
            readonly query?: {
                /** @description Only what an agent did: its ClientId. */
                readonly actor?: string;
                /** @description The position of which the following events are read: `Entrepot-Cursor` of an earlier answer with the same `types`, `subject` and `actor`, or `latest` for events from now on. The oldest event when left out. */
                readonly after?: string;
                /** @description Most events to answer; 100 when left out. */
                readonly pageSize?: number;
                /** @description With `actor`: only what it did for the person with this Id. */
                readonly person?: number;
                /** @description Only events about one subject: its kind and Id, such as `order:17`. */
                readonly subject?: string;
                /** @description Types, separated by commas: `order.created`, all of a kind such as `order.*`, or `*`. All when left out. */
                readonly types?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    /** @description The position after these events, for `after` of a later request. */
                    readonly "Entrepot-Cursor"?: string;
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["Event"][];
                };
            };
        };
    };
    readonly listRecentEvents: {
        readonly parameters: {
            readonly query?: {
                /** @description Only what an agent did: its ClientId. */
                readonly actor?: string;
                /** @description From the Link of a page. */
                readonly cursor?: string;
                /** @description Most events to answer; 100 when left out. */
                readonly pageSize?: number;
                /** @description With `actor`: only what it did for the person with this Id. */
                readonly person?: number;
                /** @description Only events with this Id, Request-Id, subject or reference of their order, or with this text in their type or data. */
                readonly q?: string;
                /** @description Only events about one subject: its kind and Id, such as `order:17`. */
                readonly subject?: string;
                /** @description Types, separated by commas: `order.created`, all of a kind such as `order.*`, or `*`. All when left out. */
                readonly types?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["Event"][];
                };
            };
        };
    };
    readonly streamEvents: {
        readonly parameters: {
            readonly query?: {
                /** @description The id of a message of an earlier stream, or `Entrepot-Cursor` of an answer, to get the events since. Events from now on when left out, and with `latest`. */
                readonly after?: string;
                /** @description Only events about one subject: its kind and Id, such as `order:17`. */
                readonly subject?: string;
                /** @description Types, separated by commas: `order.created`, all of a kind such as `order.*`, or `*`. All when left out. */
                readonly types?: string;
            };
            readonly header?: {
                /** @description The id of the last message, to get everything since. It has priority over `after`. */
                readonly "Last-Event-ID"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The events, until one side closes the connection. */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/event-stream": string;
                };
            };
        };
    };
    readonly exportBackorders: {
        readonly parameters: {
            readonly query?: {
                /** @description Continues an export that was cut off: the value of the first column of the last row that is complete. The rows after it follow, without a line of names. */
                readonly after?: string;
                /** @description Only records of orders of this channel. */
                readonly channelId?: number;
                /** @description Only records of orders with this reference of their channel. */
                readonly channelOrderReference?: string;
                /** @description Only records created before. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly createdBefore?: string;
                /** @description Only records created then or later. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly createdSince?: string;
                /** @description 'csv' when left out: UTF-8, a line of names, commas, and an apostrophe before each text that a spreadsheet would take for a formula. 'ndjson': one JSON object per line. */
                readonly format?: "csv" | "ndjson";
                /** @description Only records of the order with this reference of the merchant. */
                readonly merchantOrderReference?: string;
                /** @description Only records of the order with this Id. */
                readonly orderId?: number;
                /** @description Only records that changed then or later. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly updatedSince?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/x-ndjson": string;
                    readonly "text/csv": string;
                };
            };
        };
    };
    readonly exportCancellations: {
        readonly parameters: {
            readonly query?: {
                /** @description Continues an export that was cut off: the value of the first column of the last row that is complete. The rows after it follow, without a line of names. */
                readonly after?: string;
                /** @description Only records of orders of this channel. */
                readonly channelId?: number;
                /** @description Only records of orders with this reference of their channel. */
                readonly channelOrderReference?: string;
                /** @description Only records created before. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly createdBefore?: string;
                /** @description Only records created then or later. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly createdSince?: string;
                /** @description 'csv' when left out: UTF-8, a line of names, commas, and an apostrophe before each text that a spreadsheet would take for a formula. 'ndjson': one JSON object per line. */
                readonly format?: "csv" | "ndjson";
                /** @description Only records of the order with this reference of the merchant. */
                readonly merchantOrderReference?: string;
                /** @description Only records of the order with this Id. */
                readonly orderId?: number;
                /** @description Only records that changed then or later. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly updatedSince?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/x-ndjson": string;
                    readonly "text/csv": string;
                };
            };
        };
    };
    readonly exportOrderLines: {
        readonly parameters: {
            readonly query?: {
                /** @description Continues an export that was cut off: the value of the first column of the last row that is complete. The rows after it follow, without a line of names. */
                readonly after?: string;
                /** @description Only orders of this channel. */
                readonly channelId?: number;
                /** @description Only orders with one of these references of their channel. Repeat the parameter for each. */
                readonly channelReference?: readonly string[];
                /** @description Only orders that are shipped to this country (ISO 3166-1 alpha-2). */
                readonly country?: string;
                /** @description Only orders created before. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly createdBefore?: string;
                /** @description Only orders created then or later. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly createdSince?: string;
                /** @description 'csv' when left out: UTF-8, a line of names, commas, and an apostrophe before each text that a spreadsheet would take for a formula. 'ndjson': one JSON object per line. */
                readonly format?: "csv" | "ndjson";
                /** @description True: only orders with units to ship whose `ShipBy` has passed. False: only others. */
                readonly isLate?: boolean;
                /** @description True: only orders with units for which the stock does not suffice, and that are not in backorder. False: only others. */
                readonly isShort?: boolean;
                /** @description Only orders whose TotalInclVat is at most this, in the base currency. */
                readonly maxTotal?: number;
                /** @description Only orders with one of these references of the merchant. Repeat the parameter for each. */
                readonly merchantReference?: readonly string[];
                /** @description Only orders whose TotalInclVat is at least this, in the base currency. */
                readonly minTotal?: number;
                /** @description Only orders that the buyer placed before. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly orderedBefore?: string;
                /** @description Only orders that the buyer placed then or later. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly orderedSince?: string;
                /** @description Only orders with a line of this product, by the reference of the merchant. */
                readonly product?: string;
                /** @description Only orders that are found by this text, as `GET /search` finds them: by Id, references, name or e-mail address of the buyer, or the beginning of the city, the postcode, the reference of a product or a tracking number. */
                readonly q?: string;
                /** @description Only orders with units to ship whose `ShipBy` is before. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly shipBefore?: string;
                /** @description Only orders of this status. Repeat the parameter for several. */
                readonly status?: readonly ("NEW" | "REQUIRES_CORRECTION" | "IN_PROGRESS" | "IN_BACKORDER" | "IN_COMBI" | "SHIPPED" | "MANCO" | "CANCELED" | "RETURNED" | "CLOSED")[] | ("NEW" | "REQUIRES_CORRECTION" | "IN_PROGRESS" | "IN_BACKORDER" | "IN_COMBI" | "SHIPPED" | "MANCO" | "CANCELED" | "RETURNED" | "CLOSED");
                /** @description Only orders that changed then or later. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly updatedSince?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/x-ndjson": string;
                    readonly "text/csv": string;
                };
            };
        };
    };
    readonly exportOrders: {
        readonly parameters: {
            readonly query?: {
                /** @description Continues an export that was cut off: the value of the first column of the last row that is complete. The rows after it follow, without a line of names. */
                readonly after?: string;
                /** @description Only orders of this channel. */
                readonly channelId?: number;
                /** @description Only orders with one of these references of their channel. Repeat the parameter for each. */
                readonly channelReference?: readonly string[];
                /** @description Only orders that are shipped to this country (ISO 3166-1 alpha-2). */
                readonly country?: string;
                /** @description Only orders created before. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly createdBefore?: string;
                /** @description Only orders created then or later. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly createdSince?: string;
                /** @description 'csv' when left out: UTF-8, a line of names, commas, and an apostrophe before each text that a spreadsheet would take for a formula. 'ndjson': one JSON object per line. */
                readonly format?: "csv" | "ndjson";
                /** @description True: only orders with units to ship whose `ShipBy` has passed. False: only others. */
                readonly isLate?: boolean;
                /** @description True: only orders with units for which the stock does not suffice, and that are not in backorder. False: only others. */
                readonly isShort?: boolean;
                /** @description Only orders whose TotalInclVat is at most this, in the base currency. */
                readonly maxTotal?: number;
                /** @description Only orders with one of these references of the merchant. Repeat the parameter for each. */
                readonly merchantReference?: readonly string[];
                /** @description Only orders whose TotalInclVat is at least this, in the base currency. */
                readonly minTotal?: number;
                /** @description Only orders that the buyer placed before. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly orderedBefore?: string;
                /** @description Only orders that the buyer placed then or later. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly orderedSince?: string;
                /** @description Only orders with a line of this product, by the reference of the merchant. */
                readonly product?: string;
                /** @description Only orders that are found by this text, as `GET /search` finds them: by Id, references, name or e-mail address of the buyer, or the beginning of the city, the postcode, the reference of a product or a tracking number. */
                readonly q?: string;
                /** @description Only orders with units to ship whose `ShipBy` is before. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly shipBefore?: string;
                /** @description Only orders of this status. Repeat the parameter for several. */
                readonly status?: readonly ("NEW" | "REQUIRES_CORRECTION" | "IN_PROGRESS" | "IN_BACKORDER" | "IN_COMBI" | "SHIPPED" | "MANCO" | "CANCELED" | "RETURNED" | "CLOSED")[] | ("NEW" | "REQUIRES_CORRECTION" | "IN_PROGRESS" | "IN_BACKORDER" | "IN_COMBI" | "SHIPPED" | "MANCO" | "CANCELED" | "RETURNED" | "CLOSED");
                /** @description Only orders that changed then or later. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly updatedSince?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/x-ndjson": string;
                    readonly "text/csv": string;
                };
            };
        };
    };
    readonly exportProducts: {
        readonly parameters: {
            readonly query?: {
                /** @description Continues an export that was cut off: the value of the first column of the last row that is complete. The rows after it follow, without a line of names. */
                readonly after?: string;
                /** @description Only products that were created then or later. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly createdSince?: string;
                /** @description Only products with one of these EANs. Repeat the parameter for each. */
                readonly ean?: readonly string[];
                /** @description 'csv' when left out: UTF-8, a line of names, commas, and an apostrophe before each text that a spreadsheet would take for a formula. 'ndjson': one JSON object per line. */
                readonly format?: "csv" | "ndjson";
                /** @description True: only products with an EAN. False: only those without. */
                readonly hasEan?: boolean;
                /** @description True: only products with a stock above 0, and parents of such products. False: only the others. Units that orders hold count as stock. */
                readonly inStock?: boolean;
                /** @description Only products that are, or are not, active as `IsActive` says. */
                readonly isActive?: boolean;
                /** @description Only products that this channel lists. A channel that does not exist lists none. */
                readonly listedAt?: number;
                /** @description Only products of which at most so many units can be sold, as `StockAvailable` says; 0 for those that are sold out. Not parents, which are not sold. */
                readonly maxAvailable?: number;
                /** @description Only the children of this product. */
                readonly parent?: string;
                /** @description Only products that are found by this text, as `GET /search` finds them: by reference, EAN or name. */
                readonly q?: string;
                /** @description Only products with one of these references of the merchant. Repeat the parameter for each. */
                readonly reference?: readonly string[];
                /** @description True: only products without a parent. False: only children. */
                readonly topLevel?: boolean;
                /** @description Only products that changed then or later. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly updatedSince?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/x-ndjson": string;
                    readonly "text/csv": string;
                };
            };
        };
    };
    readonly exportRefunds: {
        readonly parameters: {
            readonly query?: {
                /** @description Continues an export that was cut off: the value of the first column of the last row that is complete. The rows after it follow, without a line of names. */
                readonly after?: string;
                /** @description Only records of orders of this channel. */
                readonly channelId?: number;
                /** @description Only records of orders with this reference of their channel. */
                readonly channelOrderReference?: string;
                /** @description Only records created before. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly createdBefore?: string;
                /** @description Only records created then or later. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly createdSince?: string;
                /** @description 'csv' when left out: UTF-8, a line of names, commas, and an apostrophe before each text that a spreadsheet would take for a formula. 'ndjson': one JSON object per line. */
                readonly format?: "csv" | "ndjson";
                /** @description Only records of the order with this reference of the merchant. */
                readonly merchantOrderReference?: string;
                /** @description Only records of the order with this Id. */
                readonly orderId?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/x-ndjson": string;
                    readonly "text/csv": string;
                };
            };
        };
    };
    readonly exportReturns: {
        readonly parameters: {
            readonly query?: {
                /** @description Continues an export that was cut off: the value of the first column of the last row that is complete. The rows after it follow, without a line of names. */
                readonly after?: string;
                /** @description Only records of orders of this channel. */
                readonly channelId?: number;
                /** @description Only records of orders with this reference of their channel. */
                readonly channelOrderReference?: string;
                /** @description Only records created before. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly createdBefore?: string;
                /** @description Only records created then or later. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly createdSince?: string;
                /** @description 'csv' when left out: UTF-8, a line of names, commas, and an apostrophe before each text that a spreadsheet would take for a formula. 'ndjson': one JSON object per line. */
                readonly format?: "csv" | "ndjson";
                /** @description Only records of the order with this reference of the merchant. */
                readonly merchantOrderReference?: string;
                /** @description Only records of the order with this Id. */
                readonly orderId?: number;
                /** @description Only returns of this status: ON_THE_WAY while units are to be decided. Repeat the parameter for several. */
                readonly status?: readonly ("ON_THE_WAY" | "ACCEPTED" | "REJECTED")[];
                /** @description Only records that changed then or later. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly updatedSince?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/x-ndjson": string;
                    readonly "text/csv": string;
                };
            };
        };
    };
    readonly exportShipments: {
        readonly parameters: {
            readonly query?: {
                /** @description Continues an export that was cut off: the value of the first column of the last row that is complete. The rows after it follow, without a line of names. */
                readonly after?: string;
                /** @description Only records of orders of this channel. */
                readonly channelId?: number;
                /** @description Only records of orders with this reference of their channel. */
                readonly channelOrderReference?: string;
                /** @description Only records created before. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly createdBefore?: string;
                /** @description Only records created then or later. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly createdSince?: string;
                /** @description 'csv' when left out: UTF-8, a line of names, commas, and an apostrophe before each text that a spreadsheet would take for a formula. 'ndjson': one JSON object per line. */
                readonly format?: "csv" | "ndjson";
                /** @description Only records of the order with this reference of the merchant. */
                readonly merchantOrderReference?: string;
                /** @description Only records of the order with this Id. */
                readonly orderId?: number;
                /** @description Only records that changed then or later. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly updatedSince?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/x-ndjson": string;
                    readonly "text/csv": string;
                };
            };
        };
    };
    readonly countOrders: {
        readonly parameters: {
            readonly query?: {
                /** @description Only orders of this channel. */
                readonly channelId?: number;
                /** @description Only orders with one of these references of their channel. Repeat the parameter for each. */
                readonly channelReference?: readonly string[];
                /** @description Only orders that are shipped to this country (ISO 3166-1 alpha-2). */
                readonly country?: string;
                /** @description Only orders created before. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly createdBefore?: string;
                /** @description Only orders created then or later. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly createdSince?: string;
                /** @description True: only orders with units to ship whose `ShipBy` has passed. False: only others. */
                readonly isLate?: boolean;
                /** @description True: only orders with units for which the stock does not suffice, and that are not in backorder. False: only others. */
                readonly isShort?: boolean;
                /** @description Only orders whose TotalInclVat is at most this, in the base currency. */
                readonly maxTotal?: number;
                /** @description Only orders with one of these references of the merchant. Repeat the parameter for each. */
                readonly merchantReference?: readonly string[];
                /** @description Only orders whose TotalInclVat is at least this, in the base currency. */
                readonly minTotal?: number;
                /** @description Only orders that the buyer placed before. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly orderedBefore?: string;
                /** @description Only orders that the buyer placed then or later. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly orderedSince?: string;
                /** @description Only orders with a line of this product, by the reference of the merchant. */
                readonly product?: string;
                /** @description Only orders that are found by this text, as `GET /search` finds them: by Id, references, name or e-mail address of the buyer, or the beginning of the city, the postcode, the reference of a product or a tracking number. */
                readonly q?: string;
                /** @description Only orders with units to ship whose `ShipBy` is before. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly shipBefore?: string;
                /** @description Only orders that changed then or later. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly updatedSince?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OrderCounts"];
                };
            };
        };
    };
    readonly getOverview: {
        readonly parameters: {
            readonly query?: {
                /** @description False: without `Sales`, of which the hub reads the orders of 30 days. True when left out. */
                readonly sales?: boolean;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Overview"];
                };
            };
        };
    };
    readonly countProducts: {
        readonly parameters: {
            readonly query?: {
                /** @description Only products that were created then or later. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly createdSince?: string;
                /** @description Only products with one of these EANs. Repeat the parameter for each. */
                readonly ean?: readonly string[];
                /** @description True: only products with an EAN. False: only those without. */
                readonly hasEan?: boolean;
                /** @description True: only products with a stock above 0, and parents of such products. False: only the others. Units that orders hold count as stock. */
                readonly inStock?: boolean;
                /** @description Only products that are, or are not, active as `IsActive` says. */
                readonly isActive?: boolean;
                /** @description Only products that this channel lists. A channel that does not exist lists none. */
                readonly listedAt?: number;
                /** @description Only products of which at most so many units can be sold, as `StockAvailable` says; 0 for those that are sold out. Not parents, which are not sold. */
                readonly maxAvailable?: number;
                /** @description Only the children of this product. */
                readonly parent?: string;
                /** @description With `pendingAt`: only products of which one of these is pending. Repeat the parameter for each. */
                readonly pending?: readonly ("create" | "update" | "remove" | "offer")[];
                /** @description Only products of which this channel must still fetch data or an offer. */
                readonly pendingAt?: number;
                /** @description Only products that are found by this text, as `GET /search` finds them: by reference, EAN or name. */
                readonly q?: string;
                /** @description Only products with one of these references of the merchant. Repeat the parameter for each. */
                readonly reference?: readonly string[];
                /** @description True: only products without a parent. False: only children. */
                readonly topLevel?: boolean;
                /** @description Only products that changed then or later. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly updatedSince?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ProductCounts"];
                };
            };
        };
    };
    readonly getSales: {
        readonly parameters: {
            readonly query?: {
                /** @description Days up to now, today included; 30 when left out. */
                readonly days?: 7 | 30 | 90;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Sales"];
                };
            };
        };
    };
    readonly listHeadlessAgents: {
        readonly parameters: {
            readonly query?: {
                /** @description From the Link of a page. */
                readonly cursor?: string;
                /** @description Most items to answer; 100 when left out. */
                readonly pageSize?: number;
                /** @description Only agents with this status. */
                readonly status?: "WAITING" | "ACTIVE" | "REJECTED";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["HeadlessAgent"][];
                };
            };
        };
    };
    readonly createHeadlessAgent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * Format: line
                     * @description For people, such as what it does.
                     */
                    readonly Name: string;
                    /** @description The public key of the agent, as a JSON Web Key (RFC 7517): Ed25519, P-256 or RSA. When left out, the hub makes a pair of Ed25519, and answers the private key once. */
                    readonly PublicKey?: ({
                        /** @description EdDSA, Ed25519, ES256 or RS256, by its kind. */
                        readonly alg?: string;
                        /**
                         * @description The curve, except for RSA.
                         * @enum {string}
                         */
                        readonly crv?: "Ed25519" | "P-256";
                        /** @description In base64url. Of RSA. */
                        readonly e?: string;
                        /** @description With verify. */
                        readonly key_ops?: readonly string[];
                        /** @description Its name, which the header of assertions has. */
                        readonly kid?: string;
                        /**
                         * @description OKP for Ed25519, EC for P-256.
                         * @enum {string}
                         */
                        readonly kty: "OKP" | "EC" | "RSA";
                        /** @description In base64url. Of RSA: a modulus of 2048 to 4096 bits. */
                        readonly n?: string;
                        /** @description sig, or none. */
                        readonly use?: string;
                        /** @description In base64url. Of a curve. */
                        readonly x?: string;
                        /** @description In base64url. Of P-256. */
                        readonly y?: string;
                    } & {
                        readonly [key: string]: unknown;
                    }) | null;
                    /** @description What the agent may do. */
                    readonly Scopes: readonly ("products:read" | "products:write" | "orders:read" | "orders:write" | "fulfilment:read" | "fulfilment:write" | "channels:read" | "channels:write" | "orders:create" | "keys:read" | "keys:write" | "webhooks:read" | "webhooks:write" | "connections:read" | "connections:write" | "settings:read" | "settings:write" | "members:read" | "members:write" | "agents:read" | "agents:write" | "scim:write")[];
                    /** @description Tokens of another issuer by which the agent authenticates instead of a key, such as those of jobs of GitHub Actions. The agent has no key then. */
                    readonly Workload?: {
                        /**
                         * Format: line
                         * @description The claim aud, which must have no other value. Default: the address of the hub.
                         */
                        readonly Audience?: string | null;
                        /** @description Claims that a token must have, such as repository, ref or environment. */
                        readonly Claims?: {
                            readonly [key: string]: string;
                        } | null;
                        /**
                         * Format: line
                         * @description The claim iss: an https URL, such as https://token.actions.githubusercontent.com.
                         */
                        readonly Issuer: string;
                        /** @description Public keys of the issuer, as JSON Web Keys of Ed25519, P-256 or RSA, for an issuer that the hub cannot reach. When left out, the hub discovers them at the issuer. */
                        readonly Keys?: readonly {
                            readonly [key: string]: unknown;
                        }[] | null;
                        /**
                         * Format: line
                         * @description The claim sub. A * stands for one part between : and /, and the first two parts are without it, such as repo:acme/*:ref:refs/heads/main.
                         */
                        readonly Subject: string;
                    } | null;
                };
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["IssuedHeadlessAgent"];
                };
            };
        };
    };
    readonly getHeadlessAgent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the record. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["HeadlessAgentDetails"];
                };
            };
        };
    };
    readonly deleteHeadlessAgent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the record. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description No Content */
            readonly 204: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly approveHeadlessAgent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the record. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["HeadlessAgent"];
                };
            };
        };
    };
    readonly addHeadlessAgentKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the record. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description The public key of the agent, as a JSON Web Key (RFC 7517): Ed25519, P-256 or RSA. When left out, the hub makes a pair of Ed25519, and answers the private key once. */
                    readonly PublicKey?: ({
                        /** @description EdDSA, Ed25519, ES256 or RS256, by its kind. */
                        readonly alg?: string;
                        /**
                         * @description The curve, except for RSA.
                         * @enum {string}
                         */
                        readonly crv?: "Ed25519" | "P-256";
                        /** @description In base64url. Of RSA. */
                        readonly e?: string;
                        /** @description With verify. */
                        readonly key_ops?: readonly string[];
                        /** @description Its name, which the header of assertions has. */
                        readonly kid?: string;
                        /**
                         * @description OKP for Ed25519, EC for P-256.
                         * @enum {string}
                         */
                        readonly kty: "OKP" | "EC" | "RSA";
                        /** @description In base64url. Of RSA: a modulus of 2048 to 4096 bits. */
                        readonly n?: string;
                        /** @description sig, or none. */
                        readonly use?: string;
                        /** @description In base64url. Of a curve. */
                        readonly x?: string;
                        /** @description In base64url. Of P-256. */
                        readonly y?: string;
                    } & {
                        readonly [key: string]: unknown;
                    }) | null;
                };
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["IssuedHeadlessAgent"];
                };
            };
        };
    };
    readonly deleteHeadlessAgentKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the record. */
                readonly id: number;
                /** @description Id of the key. */
                readonly keyId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["HeadlessAgent"];
                };
            };
        };
    };
    readonly rejectHeadlessAgent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the record. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["HeadlessAgent"];
                };
            };
        };
    };
    readonly addHeadlessAgentWorkload: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the record. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * Format: line
                     * @description The claim aud, which must have no other value. Default: the address of the hub.
                     */
                    readonly Audience?: string | null;
                    /** @description Claims that a token must have, such as repository, ref or environment. */
                    readonly Claims?: {
                        readonly [key: string]: string;
                    } | null;
                    /**
                     * Format: line
                     * @description The claim iss: an https URL, such as https://token.actions.githubusercontent.com.
                     */
                    readonly Issuer: string;
                    /** @description Public keys of the issuer, as JSON Web Keys of Ed25519, P-256 or RSA, for an issuer that the hub cannot reach. When left out, the hub discovers them at the issuer. */
                    readonly Keys?: readonly {
                        readonly [key: string]: unknown;
                    }[] | null;
                    /**
                     * Format: line
                     * @description The claim sub. A * stands for one part between : and /, and the first two parts are without it, such as repo:acme/*:ref:refs/heads/main.
                     */
                    readonly Subject: string;
                };
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["HeadlessAgent"];
                };
            };
        };
    };
    readonly deleteHeadlessAgentWorkload: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the record. */
                readonly id: number;
                /** @description Id of the entry. */
                readonly workloadId: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["HeadlessAgent"];
                };
            };
        };
    };
    readonly listImportMappings: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["ImportMappingResponse"][];
                };
            };
        };
    };
    readonly getImportMapping: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The name of the mapping. It must not begin with a brace. */
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ImportMappingResponse"];
                };
            };
        };
    };
    readonly storeImportMapping: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The name of the mapping. It must not begin with a brace. */
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ImportMappingRequest"];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ImportMappingResponse"];
                };
            };
        };
    };
    readonly deleteImportMapping: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The name of the mapping. It must not begin with a brace. */
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Nothing"];
                };
            };
        };
    };
    readonly listImports: {
        readonly parameters: {
            readonly query?: {
                /** @description From the Link of a page. */
                readonly cursor?: string;
                /** @description Most imports to answer; 100 when left out. */
                readonly pageSize?: number;
                /** @description Only imports in this state. */
                readonly status?: "uploading" | "queued" | "running" | "done" | "failed" | "cancelled";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["ImportResponse"][];
                };
            };
        };
    };
    readonly createImport: {
        readonly parameters: {
            readonly query?: {
                /** @description True: the file has all products of its source. Products that earlier imports of the source brought and the file does not have are deactivated, after the whole file was read. */
                readonly complete?: boolean;
                /** @description True: deactivates them even if they are more than 30 % of the products of the source, or if rows of the file cannot be read and have no reference. Otherwise the import ends with a Problem then, and nothing is deactivated. */
                readonly confirmDeactivation?: boolean;
                /** @description The decimal separator of amounts; recognised when left out. */
                readonly decimal?: "." | ",";
                /** @description The character between two fields; recognised when left out. */
                readonly delimiter?: string;
                /** @description True: reports what the import would do, and stores nothing. */
                readonly dryRun?: boolean;
                /** @description An encoding of the Encoding Standard or one of its labels, such as `windows-1251` or `latin1`; recognised when left out. */
                readonly encoding?: string;
                /** @description The name of the file, to find the import again. */
                readonly fileName?: string;
                /** @description Recognised when left out. */
                readonly format?: "entrepot" | "ndjson" | "shopify" | "woocommerce" | "magento" | "google" | "wix" | "prestashop";
                /** @description The address that relative paths of images belong to. */
                readonly imageBase?: string;
                /** @description What the columns of a table are: the name of a kept mapping, or a mapping as JSON, such as `{"Columns":{"Art. nr":"MerchantProductReference","Prijs":"Price"}}`. When left out, the columns are those of a format; or a kept mapping is used that has just these columns; or they are recognised by their words, if nothing in them is uncertain. */
                readonly mapping?: string;
                /** @description Whether quotes enclose fields; if false, they are data. Recognised when left out. */
                readonly quotes?: boolean;
                /** @description What the file comes from, such as the name of a shop. Products remember the source whose import has brought them last. When left out, it is the name of the mapping, or the format of the file. */
                readonly source?: string;
                /** @description The stock of products that the shop does not count: a number, or `available:` and the number of those that the file calls available. When left out, their stock stays as it is. */
                readonly unmanagedStock?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/octet-stream": string;
                readonly "application/x-ndjson": string;
                readonly "application/xml": string;
                readonly "text/csv": string;
            };
        };
        readonly responses: {
            /** @description The file is stored, and its import is queued. */
            readonly 202: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ImportResponse"];
                };
            };
        };
    };
    readonly getImport: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The Id. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ImportResponse"];
                };
            };
        };
    };
    readonly cancelImport: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The Id. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ImportResponse"];
                };
            };
        };
    };
    readonly previewImport: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The Id. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ImportPreview"];
                };
            };
        };
    };
    readonly getImportReport: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The Id. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/csv": string;
                };
            };
        };
    };
    readonly readImportColumns: {
        readonly parameters: {
            readonly query?: {
                /** @description The decimal separator of amounts; recognised when left out. */
                readonly decimal?: "." | ",";
                /** @description The character between two fields; recognised when left out. */
                readonly delimiter?: string;
                /** @description An encoding of the Encoding Standard or one of its labels, such as `windows-1251` or `latin1`; recognised when left out. */
                readonly encoding?: string;
                /** @description Recognised when left out. */
                readonly format?: "entrepot" | "ndjson" | "shopify" | "woocommerce" | "magento" | "google" | "wix" | "prestashop";
                /** @description Whether quotes enclose fields; if false, they are data. Recognised when left out. */
                readonly quotes?: boolean;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/octet-stream": string;
                readonly "application/x-ndjson": string;
                readonly "application/xml": string;
                readonly "text/csv": string;
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FileColumns"];
                };
            };
        };
    };
    readonly getImportTemplate: {
        readonly parameters: {
            readonly query?: {
                /** @description The decimal separator. With a comma, fields are separated by semicolons, as spreadsheets of such countries do. A point when left out. */
                readonly decimal?: "." | ",";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/csv": string;
                };
            };
        };
    };
    readonly listInvitations: {
        readonly parameters: {
            readonly query?: {
                /** @description From the Link of a page. */
                readonly cursor?: string;
                /** @description Most items to answer; 100 when left out. */
                readonly pageSize?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["Invitation"][];
                };
            };
        };
    };
    readonly createInvitation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * Format: line
                     * @description Address with which the person signs in.
                     */
                    readonly Email: string;
                    /**
                     * @description owner: everything. operator: works with orders, shipments and products, and reads the rest. viewer: reads.
                     * @enum {string}
                     */
                    readonly Role: "owner" | "operator" | "viewer";
                };
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["IssuedInvitation"];
                };
            };
        };
    };
    readonly getInvitation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the record. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Invitation"];
                };
            };
        };
    };
    readonly deleteInvitation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the record. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description No Content */
            readonly 204: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listKeys: {
        readonly parameters: {
            readonly query?: {
                /** @description From the Link of a page. */
                readonly cursor?: string;
                /** @description Most keys to answer; 100 when left out. */
                readonly pageSize?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["KeyResponse"][];
                };
            };
        };
    };
    readonly createKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["KeyRequest"];
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["IssuedKeyResponse"];
                };
            };
        };
    };
    readonly getKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the key. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["KeyResponse"];
                };
            };
        };
    };
    readonly deleteKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the key. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Nothing"];
                };
            };
        };
    };
    readonly changeKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the key. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["KeyChange"];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["KeyResponse"];
                };
            };
        };
    };
    readonly rotateKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the key. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["KeyRotation"];
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["IssuedKeyResponse"];
                };
            };
        };
    };
    readonly listListings: {
        readonly parameters: {
            readonly query?: {
                /** @description Only listings of this channel. A channel sees its own only. */
                readonly channelId?: number;
                /** @description Only products that the channel lists under one of these references. Repeat the parameter for each. */
                readonly channelReference?: readonly string[];
                /** @description From the Link of a page. */
                readonly cursor?: string;
                /** @description True: only products that the channel lists. False: only those that it does not. */
                readonly isListed?: boolean;
                /** @description Most listings to answer; 100 when left out. */
                readonly pageSize?: number;
                /** @description Only listings of which one of these is pending. Repeat the parameter for each. */
                readonly pending?: readonly ("create" | "update" | "remove" | "offer")[];
                /** @description Only products with one of these references of the merchant. Repeat the parameter for each. */
                readonly product?: readonly string[];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["ListingResponse"][];
                };
            };
        };
    };
    readonly getMe: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Me"];
                };
            };
        };
    };
    readonly listMyPasskeys: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["Passkey"][];
                };
            };
        };
    };
    readonly removeMyPasskey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the record. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description No Content */
            readonly 204: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly changeMyPasskey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the record. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PasskeyChange"];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Passkey"];
                };
            };
        };
    };
    readonly listMySessions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["Session"][];
                };
            };
        };
    };
    readonly endMySessions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EndedSessions"];
                };
            };
        };
    };
    readonly endMySession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the session. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description No Content */
            readonly 204: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listMembers: {
        readonly parameters: {
            readonly query?: {
                /** @description From the Link of a page. */
                readonly cursor?: string;
                /** @description Most items to answer; 100 when left out. */
                readonly pageSize?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["Member"][];
                };
            };
        };
    };
    readonly getMember: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the record. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Member"];
                };
            };
        };
    };
    readonly deleteMember: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the record. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description No Content */
            readonly 204: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly changeMember: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the record. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * @description owner: everything. operator: works with orders, shipments and products, and reads the rest. viewer: reads.
                     * @enum {string}
                     */
                    readonly Role: "owner" | "operator" | "viewer";
                };
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Member"];
                };
            };
        };
    };
    readonly listMemberSessions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the record. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["Session"][];
                };
            };
        };
    };
    readonly endMemberSessions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the record. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EndedSessions"];
                };
            };
        };
    };
    readonly changeOffers: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": readonly components["schemas"]["OfferChange"][];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ProductCreationResult"];
                };
            };
        };
    };
    readonly decideGuardedPrices: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OfferDecisionRequest"];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OfferDecisionResult"];
                };
            };
        };
    };
    readonly listGuardedPrices: {
        readonly parameters: {
            readonly query?: {
                /** @description Only with this cause. */
                readonly cause?: "write" | "import" | "order" | "stock" | "count" | "lag" | "rule" | "override" | "window" | "guard" | "settings" | "rates";
                /** @description Only of the channel with this Id. */
                readonly channel?: number;
                /** @description From the Link of a page. */
                readonly cursor?: string;
                /** @description Those that wait, or those that were refused; open when left out. */
                readonly decision?: "open" | "refused";
                /** @description Most items to answer; 100 when left out. */
                readonly pageSize?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["HeldOffer"][];
                };
            };
        };
    };
    readonly listOfferHistory: {
        readonly parameters: {
            readonly query: {
                /** @description Only of the channel with this Id. */
                readonly channel?: number;
                /** @description From the Link of a page. */
                readonly cursor?: string;
                /** @description Most items to answer; 100 when left out. */
                readonly pageSize?: number;
                /** @description The product. */
                readonly product: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["OfferHistoryEntry"][];
                };
            };
        };
    };
    readonly acknowledgeOrders: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AcknowledgementBatch"];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["AcknowledgementOutcome"][];
                };
            };
        };
    };
    readonly createShipments: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ShipmentBatch"];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["ShipmentOutcome"][];
                };
            };
        };
    };
    readonly listOrderJobs: {
        readonly parameters: {
            readonly query?: {
                /** @description From the Link of a page. */
                readonly cursor?: string;
                /** @description Most entries to answer; 100 when left out. */
                readonly pageSize?: number;
                /** @description Only jobs in this state. */
                readonly status?: "queued" | "running" | "done" | "cancelled";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["OrderJobResponse"][];
                };
            };
        };
    };
    readonly createOrderJob: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OrderJobRequest"];
            };
        };
        readonly responses: {
            /** @description The job is stored and queued. */
            readonly 202: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OrderJobResponse"];
                };
            };
        };
    };
    readonly getOrderJob: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The Id. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OrderJobResponse"];
                };
            };
        };
    };
    readonly cancelOrderJob: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The Id. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OrderJobResponse"];
                };
            };
        };
    };
    readonly listOrderJobOutcomes: {
        readonly parameters: {
            readonly query?: {
                /** @description From the Link of a page. */
                readonly cursor?: string;
                /** @description Only orders of which this became. */
                readonly outcome?: "waiting" | "done" | "unchanged" | "refused";
                /** @description Most entries to answer; 100 when left out. */
                readonly pageSize?: number;
            };
            readonly header?: never;
            readonly path: {
                /** @description The Id. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["OrderJobOutcome"][];
                };
            };
        };
    };
    readonly listOrders: {
        readonly parameters: {
            readonly query?: {
                /** @description Only orders of this channel. */
                readonly channelId?: number;
                /** @description Only orders with one of these references of their channel. Repeat the parameter for each. */
                readonly channelReference?: readonly string[];
                /** @description Only orders that are shipped to this country (ISO 3166-1 alpha-2). */
                readonly country?: string;
                /** @description Only orders created before. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly createdBefore?: string;
                /** @description Only orders created then or later. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly createdSince?: string;
                /** @description From the Link of a page. */
                readonly cursor?: string;
                /** @description True: only orders with units to ship whose `ShipBy` has passed. False: only others. */
                readonly isLate?: boolean;
                /** @description True: only orders with units for which the stock does not suffice, and that are not in backorder. False: only others. */
                readonly isShort?: boolean;
                /** @description Only orders whose TotalInclVat is at most this, in the base currency. */
                readonly maxTotal?: number;
                /** @description Only orders with one of these references of the merchant. Repeat the parameter for each. */
                readonly merchantReference?: readonly string[];
                /** @description Only orders whose TotalInclVat is at least this, in the base currency. */
                readonly minTotal?: number;
                /** @description Only orders that the buyer placed before. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly orderedBefore?: string;
                /** @description Only orders that the buyer placed then or later. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly orderedSince?: string;
                /** @description Most orders to answer; 100 when left out. */
                readonly pageSize?: number;
                /** @description Only orders with a line of this product, by the reference of the merchant. */
                readonly product?: string;
                /** @description Only orders that are found by this text, as `GET /search` finds them: by Id, references, name or e-mail address of the buyer, or the beginning of the city, the postcode, the reference of a product or a tracking number. */
                readonly q?: string;
                /** @description Only orders with units to ship whose `ShipBy` is before. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly shipBefore?: string;
                /** @description By the time of creation: oldest first when left out. 'shipBy': first those that are to be shipped first, by OrderDate; 'shipByLast': the other way round. */
                readonly sort?: "oldest" | "newest" | "shipBy" | "shipByLast";
                /** @description Only orders of this status. Repeat the parameter for several. */
                readonly status?: readonly ("NEW" | "REQUIRES_CORRECTION" | "IN_PROGRESS" | "IN_BACKORDER" | "IN_COMBI" | "SHIPPED" | "MANCO" | "CANCELED" | "RETURNED" | "CLOSED")[] | ("NEW" | "REQUIRES_CORRECTION" | "IN_PROGRESS" | "IN_BACKORDER" | "IN_COMBI" | "SHIPPED" | "MANCO" | "CANCELED" | "RETURNED" | "CLOSED");
                /** @description Only orders that changed then or later. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly updatedSince?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["OrderResponse"][];
                };
            };
        };
    };
    readonly createOrder: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OrderRequest"];
            };
        };
        readonly responses: {
            /** @description The order already exists with this content: the request was repeated. */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OrderResponse"];
                };
            };
            /** @description The order was created. */
            readonly 201: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OrderResponse"];
                };
            };
        };
    };
    readonly getOrder: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The merchant's reference. */
                readonly reference: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OrderResponse"];
                };
            };
        };
    };
    readonly closeOrder: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The merchant's reference. */
                readonly reference: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OrderResponse"];
                };
            };
        };
    };
    readonly replaceOrderCombination: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The merchant's reference. */
                readonly reference: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OrderCombination"];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OrderResponse"];
                };
            };
        };
    };
    readonly listOrderHistory: {
        readonly parameters: {
            readonly query?: {
                /** @description From the Link of a page. */
                readonly cursor?: string;
                /** @description Most events to answer; 100 when left out. */
                readonly pageSize?: number;
            };
            readonly header?: never;
            readonly path: {
                /** @description The merchant's reference. */
                readonly reference: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["OrderEvent"][];
                };
            };
        };
    };
    readonly reopenOrder: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The merchant's reference. */
                readonly reference: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OrderResponse"];
                };
            };
        };
    };
    readonly acknowledgeOrder: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AcknowledgementRequest"];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OrderResponse"];
                };
            };
        };
    };
    readonly getOrderById: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the order. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OrderResponse"];
                };
            };
        };
    };
    readonly correctOrder: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the order. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OrderCorrection"];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OrderResponse"];
                };
            };
        };
    };
    readonly commentOrder: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the order. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OrderComment"];
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Nothing"];
                };
            };
        };
    };
    readonly listOrderHistoryById: {
        readonly parameters: {
            readonly query?: {
                /** @description From the Link of a page. */
                readonly cursor?: string;
                /** @description Most events to answer; 100 when left out. */
                readonly pageSize?: number;
            };
            readonly header?: never;
            readonly path: {
                /** @description Id of the order. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["OrderEvent"][];
                };
            };
        };
    };
    readonly getOrderNeighbours: {
        readonly parameters: {
            readonly query?: {
                /** @description Only orders of this channel. */
                readonly channelId?: number;
                /** @description Only orders with one of these references of their channel. Repeat the parameter for each. */
                readonly channelReference?: readonly string[];
                /** @description Only orders that are shipped to this country (ISO 3166-1 alpha-2). */
                readonly country?: string;
                /** @description Only orders created before. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly createdBefore?: string;
                /** @description Only orders created then or later. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly createdSince?: string;
                /** @description True: only orders with units to ship whose `ShipBy` has passed. False: only others. */
                readonly isLate?: boolean;
                /** @description True: only orders with units for which the stock does not suffice, and that are not in backorder. False: only others. */
                readonly isShort?: boolean;
                /** @description Only orders whose TotalInclVat is at most this, in the base currency. */
                readonly maxTotal?: number;
                /** @description Only orders with one of these references of the merchant. Repeat the parameter for each. */
                readonly merchantReference?: readonly string[];
                /** @description Only orders whose TotalInclVat is at least this, in the base currency. */
                readonly minTotal?: number;
                /** @description Only orders that the buyer placed before. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly orderedBefore?: string;
                /** @description Only orders that the buyer placed then or later. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly orderedSince?: string;
                /** @description Only orders with a line of this product, by the reference of the merchant. */
                readonly product?: string;
                /** @description Only orders that are found by this text, as `GET /search` finds them: by Id, references, name or e-mail address of the buyer, or the beginning of the city, the postcode, the reference of a product or a tracking number. */
                readonly q?: string;
                /** @description Only orders with units to ship whose `ShipBy` is before. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly shipBefore?: string;
                /** @description By the time of creation: oldest first when left out. 'shipBy': first those that are to be shipped first, by OrderDate; 'shipByLast': the other way round. */
                readonly sort?: "oldest" | "newest" | "shipBy" | "shipByLast";
                /** @description Only orders of this status. Repeat the parameter for several. */
                readonly status?: readonly ("NEW" | "REQUIRES_CORRECTION" | "IN_PROGRESS" | "IN_BACKORDER" | "IN_COMBI" | "SHIPPED" | "MANCO" | "CANCELED" | "RETURNED" | "CLOSED")[] | ("NEW" | "REQUIRES_CORRECTION" | "IN_PROGRESS" | "IN_BACKORDER" | "IN_COMBI" | "SHIPPED" | "MANCO" | "CANCELED" | "RETURNED" | "CLOSED");
                /** @description Only orders that changed then or later. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly updatedSince?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Id of the order. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OrderNeighbours"];
                };
            };
        };
    };
    readonly listNewOrders: {
        readonly parameters: {
            readonly query?: {
                /** @description Most orders to answer; 100 when left out. */
                readonly pageSize?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["OrderResponse"][];
                };
            };
        };
    };
    readonly listProductJobs: {
        readonly parameters: {
            readonly query?: {
                /** @description From the Link of a page. */
                readonly cursor?: string;
                /** @description Most entries to answer; 100 when left out. */
                readonly pageSize?: number;
                /** @description Only jobs in this state. */
                readonly status?: "queued" | "running" | "done" | "cancelled";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["ProductJobResponse"][];
                };
            };
        };
    };
    readonly createProductJob: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ProductJobRequest"];
            };
        };
        readonly responses: {
            /** @description The job is stored and queued. */
            readonly 202: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ProductJobResponse"];
                };
            };
        };
    };
    readonly getProductJob: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The Id. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ProductJobResponse"];
                };
            };
        };
    };
    readonly cancelProductJob: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The Id. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ProductJobResponse"];
                };
            };
        };
    };
    readonly listProductJobOutcomes: {
        readonly parameters: {
            readonly query?: {
                /** @description From the Link of a page. */
                readonly cursor?: string;
                /** @description Only products of which this became. */
                readonly outcome?: "waiting" | "done" | "unchanged" | "refused";
                /** @description Most entries to answer; 100 when left out. */
                readonly pageSize?: number;
            };
            readonly header?: never;
            readonly path: {
                /** @description The Id. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["ProductJobOutcome"][];
                };
            };
        };
    };
    readonly listProducts: {
        readonly parameters: {
            readonly query?: {
                /** @description Only products that were created then or later. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly createdSince?: string;
                /** @description From the Link of a page with the same sort. */
                readonly cursor?: string;
                /** @description Only products with one of these EANs. Repeat the parameter for each. */
                readonly ean?: readonly string[];
                /** @description True: only products with an EAN. False: only those without. */
                readonly hasEan?: boolean;
                /** @description True: only products with a stock above 0, and parents of such products. False: only the others. Units that orders hold count as stock. */
                readonly inStock?: boolean;
                /** @description Only products that are, or are not, active as `IsActive` says. */
                readonly isActive?: boolean;
                /** @description Only products that this channel lists. A channel that does not exist lists none. */
                readonly listedAt?: number;
                /** @description Only products of which at most so many units can be sold, as `StockAvailable` says; 0 for those that are sold out. Not parents, which are not sold. */
                readonly maxAvailable?: number;
                /** @description Most products to answer; 100 when left out. */
                readonly pageSize?: number;
                /** @description Only the children of this product. */
                readonly parent?: string;
                /** @description With `pendingAt`: only products of which one of these is pending. Repeat the parameter for each. */
                readonly pending?: readonly ("create" | "update" | "remove" | "offer")[];
                /** @description Only products of which this channel must still fetch data or an offer. */
                readonly pendingAt?: number;
                /** @description Only products that are found by this text, as `GET /search` finds them: by reference, EAN or name. */
                readonly q?: string;
                /** @description Only products with one of these references of the merchant. Repeat the parameter for each. */
                readonly reference?: readonly string[];
                /** @description By the reference of the merchant when left out, and where values are equal. Names by their first 60 characters, in lower case. 'Last' is the other way round. Products without a price come last by price, and parents come last by stock and by the units that can be sold (available). */
                readonly sort?: "reference" | "referenceLast" | "name" | "nameLast" | "price" | "priceLast" | "stock" | "stockLast" | "available" | "availableLast";
                /** @description True: only products without a parent. False: only children. */
                readonly topLevel?: boolean;
                /** @description Only products that changed then or later. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly updatedSince?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["ProductResponse"][];
                };
            };
        };
    };
    readonly createProducts: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ProductRequest"] | readonly components["schemas"]["ProductRequest"][];
            };
        };
        readonly responses: {
            /** @description The answer to an array: how many items were stored, and why the others were not. */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ProductCreationResult"];
                };
            };
            /** @description The answer to an object: the created product. */
            readonly 201: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WrittenProduct"];
                };
            };
        };
    };
    readonly getProduct: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The merchant's reference. */
                readonly reference: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ProductResponse"];
                };
            };
        };
    };
    readonly replaceProduct: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The merchant's reference. */
                readonly reference: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ProductReplacement"];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WrittenProduct"];
                };
            };
        };
    };
    readonly deleteProduct: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The merchant's reference. */
                readonly reference: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Nothing"];
                };
            };
        };
    };
    readonly changeProduct: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The merchant's reference. */
                readonly reference: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ProductPatch"];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WrittenProduct"];
                };
            };
        };
    };
    readonly getProductListings: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The merchant's reference. */
                readonly reference: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["ProductListing"][];
                };
            };
        };
    };
    readonly listPriceChanges: {
        readonly parameters: {
            readonly query?: {
                /** @description From the Link of a page. */
                readonly cursor?: string;
                /** @description Most changes to answer; 100 when left out. */
                readonly pageSize?: number;
            };
            readonly header?: never;
            readonly path: {
                /** @description The merchant's reference. */
                readonly reference: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["PriceChange"][];
                };
            };
        };
    };
    readonly pollProductData: {
        readonly parameters: {
            readonly query?: {
                /** @description Most items of the answer, all lists together; 1000 when left out. */
                readonly maxCount?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    /** @description The number of items that the channel must still process, this answer included: a dictionary of RFC 9651, such as `create=3, update=0, remove=1, complete`. `complete=?0` means that the hub still has products to compare, so the numbers may grow. */
                    readonly "Entrepot-Pending"?: string;
                    /** @description Connects the answer with its acknowledgement: send it back with that. */
                    readonly "Entrepot-Sync"?: string;
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ProductChanges"];
                };
            };
        };
    };
    readonly acknowledgeProductData: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The header of the answer that is acknowledged. Without it, each reference counts for the oldest answer that is not acknowledged. */
                readonly "Entrepot-Sync"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ProcessedChanges"] | null;
            };
        };
        readonly responses: {
            /** @description Empty if every reference was applied, else the rejected ones. */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AcknowledgementResult"];
                };
            };
        };
    };
    readonly pollProductOffers: {
        readonly parameters: {
            readonly query?: {
                /** @description Most items of the answer, all lists together; 1000 when left out. */
                readonly maxCount?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    /** @description The number of items that the channel must still process, this answer included: a dictionary of RFC 9651, such as `create=3, update=0, remove=1, complete`. `complete=?0` means that the hub still has products to compare, so the numbers may grow. */
                    readonly "Entrepot-Pending"?: string;
                    /** @description Connects the answer with its acknowledgement: send it back with that. */
                    readonly "Entrepot-Sync"?: string;
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["Offer"][];
                };
            };
        };
    };
    readonly acknowledgeProductOffers: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The header of the answer that is acknowledged. Without it, each reference counts for the oldest answer that is not acknowledged. */
                readonly "Entrepot-Sync"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": readonly (string | null)[] | null;
            };
        };
        readonly responses: {
            /** @description Empty if every reference was applied, else the rejected ones. */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AcknowledgementResult"];
                };
            };
        };
    };
    readonly listProposedReferences: {
        readonly parameters: {
            readonly query: {
                /** @description The orders. Repeat the parameter for each. */
                readonly orderId: readonly number[];
                /** @description As Prefix of the acknowledgement. */
                readonly prefix?: string;
                /** @description As ReferenceFrom of the acknowledgement: 'channel' when left out. */
                readonly referenceFrom?: "channel" | "prefix" | "id";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["ProposedReference"][];
                };
            };
        };
    };
    readonly getProvisioning: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Provisioning"];
                };
            };
        };
    };
    readonly changeProvisioning: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ProvisioningChange"];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Provisioning"];
                };
            };
        };
    };
    readonly listProvisioningCalls: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["ProvisioningCall"][];
                };
            };
        };
    };
    readonly listRates: {
        readonly parameters: {
            readonly query?: {
                /** @description ISO 4217. */
                readonly currency?: string;
                /** @description From the Link of a page. */
                readonly cursor?: string;
                /** @description Only rates of this day or later. */
                readonly from?: string;
                /** @description Most rates to answer; 100 when left out. */
                readonly pageSize?: number;
                /** @description Only rates of this day or earlier. */
                readonly to?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["RateResponse"][];
                };
            };
        };
    };
    readonly replaceRates: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": readonly components["schemas"]["RateRequest"][];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RatesResult"];
                };
            };
        };
    };
    readonly deleteRate: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ISO 4217. */
                readonly currency: string;
                /** @description The day, in UTC. */
                readonly date: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Nothing"];
                };
            };
        };
    };
    readonly listRefunds: {
        readonly parameters: {
            readonly query?: {
                /** @description Only records of orders of this channel. */
                readonly channelId?: number;
                /** @description Only records of orders with this reference of their channel. */
                readonly channelOrderReference?: string;
                /** @description Only records created before. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly createdBefore?: string;
                /** @description Only records created then or later. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly createdSince?: string;
                /** @description From the Link of a page. */
                readonly cursor?: string;
                /** @description Only records of the order with this reference of the merchant. */
                readonly merchantOrderReference?: string;
                /** @description Only records of the order with this Id. */
                readonly orderId?: number;
                /** @description Most records to answer; 100 when left out. */
                readonly pageSize?: number;
                /** @description By the time of creation; oldest first when left out. */
                readonly sort?: "oldest" | "newest";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["RefundResponse"][];
                };
            };
        };
    };
    readonly createRefund: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RefundRequest"];
            };
        };
        readonly responses: {
            /** @description The refund already exists with this content: the request was repeated. */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RefundResponse"];
                };
            };
            /** @description The refund was created. */
            readonly 201: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RefundResponse"];
                };
            };
        };
    };
    readonly getRefund: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The merchant's reference of the record. */
                readonly reference: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RefundResponse"];
                };
            };
        };
    };
    readonly listRefusedCalls: {
        readonly parameters: {
            readonly query?: {
                /** @description Only what an agent did: its ClientId. */
                readonly actor?: string;
                /** @description Only the calls with this code. */
                readonly code?: string;
                /** @description From the Link of a page. */
                readonly cursor?: string;
                /** @description Only the calls with this API key. */
                readonly keyId?: number;
                /** @description Most calls to answer; 100 when left out. */
                readonly pageSize?: number;
                /** @description Only the calls with this text in their path or in its pattern, such as `orders`. Capital and small letters are the same. */
                readonly path?: string;
                /** @description With `actor`: only what it did for the person with this Id. */
                readonly person?: number;
                /** @description Only the call with this `Request-Id`. */
                readonly requestId?: string;
                /** @description Only the calls with this HTTP status. */
                readonly status?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["RefusedCall"][];
                };
            };
        };
    };
    readonly getRefusedCall: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the refused call. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RefusedCall"];
                };
            };
        };
    };
    readonly listReturns: {
        readonly parameters: {
            readonly query?: {
                /** @description Only records of orders of this channel. */
                readonly channelId?: number;
                /** @description Only records of orders with this reference of their channel. */
                readonly channelOrderReference?: string;
                /** @description Only records created before. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly createdBefore?: string;
                /** @description Only records created then or later. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly createdSince?: string;
                /** @description From the Link of a page. */
                readonly cursor?: string;
                /** @description Only records of the order with this reference of the merchant. */
                readonly merchantOrderReference?: string;
                /** @description Only records of the order with this Id. */
                readonly orderId?: number;
                /** @description Most records to answer; 100 when left out. */
                readonly pageSize?: number;
                /** @description By the time of creation; oldest first when left out. */
                readonly sort?: "oldest" | "newest";
                /** @description Only returns of this status: ON_THE_WAY while units are to be decided. Repeat the parameter for several. */
                readonly status?: readonly ("ON_THE_WAY" | "ACCEPTED" | "REJECTED")[];
                /** @description Only records that changed then or later. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly updatedSince?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["ReturnResponse"][];
                };
            };
        };
    };
    readonly createReturn: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ReturnRequest"] | components["schemas"]["ChannelReturnRequest"];
            };
        };
        readonly responses: {
            /** @description The record already exists with this content: the request was repeated. */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ReturnResponse"];
                };
            };
            /** @description The record was created. */
            readonly 201: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ReturnResponse"];
                };
            };
        };
    };
    readonly getReturn: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The merchant's reference of the record. */
                readonly reference: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ReturnResponse"];
                };
            };
        };
    };
    readonly decideReturn: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The merchant's reference of the record. */
                readonly reference: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ReturnDecision"];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ReturnResponse"];
                };
            };
        };
    };
    readonly previewReturnDecision: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The merchant's reference of the record. */
                readonly reference: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ReturnDecision"];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ReturnRecord"];
                };
            };
        };
    };
    readonly searchRecords: {
        readonly parameters: {
            readonly query: {
                /** @description Words of a name, an e-mail address, a reference or an EAN; or several references and ids, separated by spaces, commas, semicolons or line breaks. Spaces around the text are ignored. */
                readonly q: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SearchResult"];
                };
            };
        };
    };
    readonly listShipments: {
        readonly parameters: {
            readonly query?: {
                /** @description Only records of orders of this channel. */
                readonly channelId?: number;
                /** @description Only records of orders with this reference of their channel. */
                readonly channelOrderReference?: string;
                /** @description Only records created before. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly createdBefore?: string;
                /** @description Only records created then or later. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly createdSince?: string;
                /** @description From the Link of a page. */
                readonly cursor?: string;
                /** @description Only records of the order with this reference of the merchant. */
                readonly merchantOrderReference?: string;
                /** @description Only records of the order with this Id. */
                readonly orderId?: number;
                /** @description Most records to answer; 100 when left out. */
                readonly pageSize?: number;
                /** @description By the time of creation; oldest first when left out. */
                readonly sort?: "oldest" | "newest";
                /** @description Only records that changed then or later. A date-time of ISO 8601 with offset, or a day such as 2026-11-21: its beginning in the time zone of the merchant. */
                readonly updatedSince?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["ShipmentResponse"][];
                };
            };
        };
    };
    readonly createShipment: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ShipmentRequest"];
            };
        };
        readonly responses: {
            /** @description The record already exists with this content: the request was repeated. */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ShipmentResponse"];
                };
            };
            /** @description The record was created. */
            readonly 201: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ShipmentResponse"];
                };
            };
        };
    };
    readonly getShipment: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The merchant's reference of the record. */
                readonly reference: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ShipmentResponse"];
                };
            };
        };
    };
    readonly changeShipment: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The merchant's reference of the record. */
                readonly reference: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ShipmentChange"];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ShipmentResponse"];
                };
            };
        };
    };
    readonly voidShipment: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The merchant's reference of the record. */
                readonly reference: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ShipmentResponse"];
                };
            };
        };
    };
    readonly listShortfalls: {
        readonly parameters: {
            readonly query?: {
                /** @description From the Link of a page. */
                readonly cursor?: string;
                /** @description Most products to answer; 100 when left out. */
                readonly pageSize?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["Shortfall"][];
                };
            };
        };
    };
    readonly listVatRates: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["VatRateResponse"][];
                };
            };
        };
    };
    readonly replaceVatRates: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": readonly components["schemas"]["VatRateRequest"][];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["VatRatesResult"];
                };
            };
        };
    };
    readonly getEuVatRates: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EuVatRates"];
                };
            };
        };
    };
    readonly listViews: {
        readonly parameters: {
            readonly query?: {
                /** @description Only views of this list. */
                readonly list?: "orders" | "products";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["View"][];
                };
            };
        };
    };
    readonly createView: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ViewRequest"];
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["View"];
                };
            };
        };
    };
    readonly deleteView: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the view. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Nothing"];
                };
            };
        };
    };
    readonly changeView: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the view. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ViewChange"];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["View"];
                };
            };
        };
    };
    readonly getWebhookKeys: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly customerId: string;
                readonly webhookId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    /** @description How long receivers may keep the answer. */
                    readonly "Cache-Control"?: string;
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/jwk-set+json": components["schemas"]["WebhookKeys"];
                };
            };
        };
    };
    readonly listWebhooks: {
        readonly parameters: {
            readonly query?: {
                /** @description Only the webhooks of this channel. */
                readonly channelId?: number;
                /** @description From the Link of a page. */
                readonly cursor?: string;
                /** @description Most items to answer; 100 when left out. */
                readonly pageSize?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["WebhookResponse"][];
                };
            };
        };
    };
    readonly createWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WebhookRequest"];
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["IssuedWebhookResponse"];
                };
            };
        };
    };
    readonly getWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the webhook. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookResponse"];
                };
            };
        };
    };
    readonly deleteWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the webhook. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Nothing"];
                };
            };
        };
    };
    readonly changeWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the webhook. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WebhookChange"];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookResponse"];
                };
            };
        };
    };
    readonly listWebhookDeliveries: {
        readonly parameters: {
            readonly query?: {
                /** @description From the Link of a page. */
                readonly cursor?: string;
                /** @description Only the delivery of this event. */
                readonly eventId?: string;
                /** @description Most items to answer; 100 when left out. */
                readonly pageSize?: number;
                /** @description Only events that occurred then or later. */
                readonly since?: string;
                /** @description Only deliveries in this state. */
                readonly state?: "pending" | "delivered" | "failed";
                /** @description Only events of this type. */
                readonly type?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Id of the webhook. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["DeliveryResponse"][];
                };
            };
        };
    };
    readonly getWebhookDelivery: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the delivery. */
                readonly deliveryId: number;
                /** @description Id of the webhook. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeliveryDetails"];
                };
            };
        };
    };
    readonly replayWebhookDelivery: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the delivery. */
                readonly deliveryId: number;
                /** @description Id of the webhook. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeliveryResponse"];
                };
            };
        };
    };
    readonly disableWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the webhook. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookResponse"];
                };
            };
        };
    };
    readonly enableWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the webhook. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookResponse"];
                };
            };
        };
    };
    readonly replayWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the webhook. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WebhookReplay"];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookResponse"];
                };
            };
        };
    };
    readonly rotateWebhookSecret: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the webhook. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WebhookRotation"];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["IssuedWebhookResponse"];
                };
            };
        };
    };
    readonly testWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the webhook. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly "Request-Id": components["headers"]["Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeliveryResponse"];
                };
            };
        };
    };
    readonly onAgentRulesUpdated: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["AgentRulesEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "agent_rules.updated";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onAgentCapped: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["AgentCappedEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "agent.capped";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onAgentCapsChanged: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["AgentCapsEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "agent.caps_changed";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onAgentConnected: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["AgentEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "agent.connected";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onAgentRequested: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["AgentEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "agent.requested";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onAgentResumed: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["AgentStopEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "agent.resumed";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onAgentRevoked: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["AgentEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "agent.revoked";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onAgentStopped: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["AgentStopEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "agent.stopped";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onAgentUpdated: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["AgentEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "agent.updated";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onApprovalApproved: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["ApprovalEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "approval.approved";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onApprovalDone: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["ApprovalEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "approval.done";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onApprovalExpired: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["ApprovalEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "approval.expired";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onApprovalRejected: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["ApprovalEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "approval.rejected";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onApprovalRequested: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["ApprovalEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "approval.requested";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onBackorderCreated: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["FulfilmentEventData"];
                        readonly Record?: components["schemas"]["BackorderResponse"] | null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "backorder.created";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onCancellationCreated: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["FulfilmentEventData"];
                        readonly Record?: components["schemas"]["CancellationResponse"] | null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "cancellation.created";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onChannelCreated: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["ChannelEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "channel.created";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onChannelDeactivated: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["ChannelEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "channel.deactivated";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onChannelReset: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["ChannelEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "channel.reset";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onChannelUpdated: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["ChannelEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "channel.updated";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onConnectionChanged: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["ConnectionEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "connection.changed";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onConnectionCreated: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["ConnectionEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "connection.created";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onConnectionDeleted: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["ConnectionEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "connection.deleted";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onConnectionFailing: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["ConnectionFailureEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "connection.failing";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onConnectionRecovered: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["ConnectionEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "connection.recovered";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onConnectionRequested: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["ConnectionRequestEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "connection.requested";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onCustomerUpdated: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["CustomerEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "customer.updated";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onImportMappingCreated: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["ImportMappingEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "import_mapping.created";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onImportMappingDeleted: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["ImportMappingEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "import_mapping.deleted";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onImportMappingUpdated: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["ImportMappingEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "import_mapping.updated";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onKeyCreated: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["KeyEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "key.created";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onKeyRevoked: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["KeyEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "key.revoked";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onKeyRotated: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["KeyEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "key.rotated";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onKeyUpdated: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["KeyEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "key.updated";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onMemberInvitationWithdrawn: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["MemberEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "member.invitation_withdrawn";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onMemberInvited: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["MemberEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "member.invited";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onMemberJoined: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["MemberEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "member.joined";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onMemberRemoved: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["MemberEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "member.removed";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onMemberRoleKept: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["MemberEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "member.role_kept";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onMemberUpdated: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["MemberEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "member.updated";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onOfferOverridesChanged: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["OffersEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "offer_overrides.changed";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onOfferRulesChanged: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["OfferRulesEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "offer_rules.changed";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onOfferDecided: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["OffersEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "offer.decided";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onOfferGuarded: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["OffersEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "offer.guarded";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onOfferHeldBack: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["OffersEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "offer.held_back";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onOrderAcknowledged: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["OrderEventData"];
                        readonly Record?: components["schemas"]["OrderRecord"] | null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "order.acknowledged";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onOrderClosed: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["OrderEventData"];
                        readonly Record?: components["schemas"]["OrderRecord"] | null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "order.closed";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onOrderCombined: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["OrderCombinationEventData"];
                        readonly Record?: components["schemas"]["OrderRecord"] | null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "order.combined";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onOrderCommented: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["OrderCommentEventData"];
                        readonly Record?: components["schemas"]["OrderRecord"] | null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "order.commented";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onOrderCorrected: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["OrderCorrectionEventData"];
                        readonly Record?: components["schemas"]["OrderRecord"] | null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "order.corrected";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onOrderCreated: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["OrderEventData"];
                        readonly Record?: components["schemas"]["OrderRecord"] | null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "order.created";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onOrderReopened: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["OrderEventData"];
                        readonly Record?: components["schemas"]["OrderRecord"] | null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "order.reopened";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onOrderStatusChanged: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["OrderStatusEventData"];
                        readonly Record?: components["schemas"]["OrderRecord"] | null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "order.status_changed";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onPasskeyAdded: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["PasskeyEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "passkey.added";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onPasskeyRecovered: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["PasskeyEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "passkey.recovered";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onPasskeyRecoveryIssued: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["PasskeyEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "passkey.recovery_issued";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onPasskeyRefused: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["PasskeyEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "passkey.refused";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onPasskeyRemoved: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["PasskeyEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "passkey.removed";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onProductsChanged: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["ProductsEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "products.changed";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onProvisioningUpdated: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["ProvisioningEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "provisioning.updated";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onRefundCreated: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["FulfilmentEventData"];
                        readonly Record?: components["schemas"]["RefundRecord"] | null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "refund.created";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onReturnCreated: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["FulfilmentEventData"];
                        readonly Record?: components["schemas"]["ReturnRecord"] | null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "return.created";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onReturnUpdated: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["FulfilmentEventData"];
                        readonly Record?: components["schemas"]["ReturnRecord"] | null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "return.updated";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onShipmentCreated: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["FulfilmentEventData"];
                        readonly Record?: components["schemas"]["ShipmentRecord"] | null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "shipment.created";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onShipmentUpdated: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["FulfilmentEventData"];
                        readonly Record?: components["schemas"]["ShipmentRecord"] | null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "shipment.updated";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onShipmentVoided: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["FulfilmentEventData"];
                        readonly Record?: components["schemas"]["ShipmentRecord"] | null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "shipment.voided";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onStockCounted: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["ProductsEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "stock.counted";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onStockShort: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["StockShortEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "stock.short";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onSyncPending: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["EmptyEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "sync.pending";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onVatRatesChanged: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["VatRatesEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "vat_rates.changed";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onWebhookDisabled: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject. */
                    readonly data: (components["schemas"]["Event"] & {
                        readonly Data: components["schemas"]["WebhookEventData"];
                        readonly Record?: null;
                    }) | {
                        readonly Id: string;
                        readonly Subject: {
                            readonly Id: string;
                            readonly Kind: string;
                        } | null;
                    };
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    readonly timestamp: string;
                    /** @constant */
                    readonly type: "webhook.disabled";
                };
            };
        };
        readonly responses: {
            /** @description The message was received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is sent again later, as after every other answer. */
            readonly "4XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Ends the webhook: nothing more is sent to it. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
type WithRequired<T, K extends keyof T> = T & {
    [P in K]-?: T[P];
};
